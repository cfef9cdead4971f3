#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/task_table.h"
#include "sonde/resampling.h"
#include "store/noise_note.h"

namespace sonde {
namespace {

enum class Flaw { kCut, kUndefined, kUnknownWords };

Flaw flaw_of(const Remark& remark) {
  if (remark.undefined) return Flaw::kUndefined;
  return remark.kept < remark.tokens ? Flaw::kCut : Flaw::kUnknownWords;
}

std::string told(Flaw flaw) {
  if (flaw == Flaw::kUndefined) return "without a vector";
  return flaw == Flaw::kCut ? "cut at its length limit" : "with words that its vocabulary lacks";
}

// Texts of a subject and task with a flaw, of which the first few items are named.
class Remarked {
 public:
  void add(const std::string& item) {
    ++texts_;
    if (items_ > 0 && item == last_) return;
    last_ = item;
    if (++items_ <= kShown) named_ += (items_ == 1 ? "" : ", ") + item;
  }

  std::size_t texts() const { return texts_; }
  std::string items() const {
    return items_ <= kShown ? named_ : named_ + fmt::format(" and {} more", items_ - kShown);
  }

 private:
  static constexpr std::size_t kShown = 5;
  std::size_t texts_ = 0, items_ = 0;
  std::string named_, last_;
};

// The data set, and the probe where several read it.
std::string task_name(const RunFile& file, const std::string& dataset, const std::string& probe) {
  const bool shared = std::ranges::count(file.tasks(), dataset, &TaskFacts::dataset) > 1;
  return shared ? dataset + " by " + probe : dataset;
}

std::string remarks_on_texts(const RunFile& file) {
  using Key = std::tuple<std::uint32_t, std::uint32_t, Flaw>;  // subject, task
  std::map<Key, Remarked> items;
  file.remarks([&](const TextRemark& remark) {
    items[{remark.subject, remark.task, flaw_of(remark.remark)}].add(remark.item);
  });
  std::string notes;
  std::set<std::string> seen;  // probes that read the same texts remark the same
  for (const auto& [key, remarked] : items) {
    const auto& [subject, task, flaw] = key;
    const auto line =
        fmt::format("{} on {}: texts {}: {} (items {})\n", file.subjects().at(subject).name,
                    file.tasks().at(task).dataset, told(flaw), remarked.texts(), remarked.items());
    if (seen.insert(line).second) notes += line;
  }
  return notes;
}

std::string left_out(const RunFile& file, const std::vector<Result>& results) {
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> reasons;
  for (const auto& result : results) {
    if (result.slice != "all") continue;
    for (const auto& [why, count] : result.why) {
      if (why == kNoInterval) continue;  // marked where it is
      auto& most = reasons[{result.subject, task_name(file, result.dataset, result.probe), why}];
      most = std::max(most, count);
    }
  }
  std::string notes;
  for (const auto& [key, count] : reasons) {
    const auto& [subject, task, why] = key;
    notes += count == 0 ? fmt::format("{} on {}: {}\n", subject, task, why)
                        : fmt::format("{} on {}: left out: {} ({})\n", subject, task, count, why);
  }
  return notes;
}

}  // namespace

std::string footnotes(const RunFile& file, const std::vector<Result>& results) {
  std::string notes = remarks_on_texts(file) + left_out(file, results);
  for (const auto& subject : file.subjects()) {
    const auto note = noise_note(subject.name, subject);
    if (!note.empty()) notes += note + "\n";
  }
  return notes;
}

}  // namespace sonde
