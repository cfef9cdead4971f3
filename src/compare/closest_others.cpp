#include "compare/closest_others.h"

#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "probes/shared/other_texts.h"

namespace sonde {
namespace {

using TextPlace = std::pair<std::uint32_t, std::uint32_t>;  // an item of the task, a text of it

// Key -> place of the item in the run's task.
std::unordered_map<std::uint64_t, std::size_t> item_places(const RunFile& file,
                                                           std::uint32_t task) {
  std::unordered_map<std::uint64_t, std::size_t> places;
  std::size_t next = 0;
  file.items(task, [&](std::span<const Item>, std::span<const Digest> digests) {
    for (const auto& digest : digests) places.emplace(digest.low64(), next++);
  });
  return places;
}

// Fills in the texts at the places.
void read_texts(const RunFile& file, std::uint32_t task, std::map<TextPlace, std::string>& texts) {
  auto next = texts.begin();
  std::uint32_t number = 0;
  file.items(task, [&](std::span<const Item> items, std::span<const Digest>) {
    for (const auto& item : items) {
      for (; next != texts.end() && next->first.first == number; ++next) {
        const auto text = next->first.second;
        if (text < item.texts.size()) next->second = item.texts[text].text;
      }
      ++number;
    }
  });
}

// A run's task, read once for all subjects.
class TaskTexts {
 public:
  TaskTexts(const RunFile& file, std::uint32_t task)
      : file_(file), task_(task), places_(item_places(file, task)) {}

  // The subject's texts for the items with these keys, null without one. `all`: per item of the
  // task.
  std::vector<const OtherText*> choose(std::span<const OtherText> all,
                                       std::span<const std::uint64_t> keys) {
    std::vector<const OtherText*> chosen;
    for (const auto key : keys) {
      const auto at = places_.find(key);
      const bool has_other =
          at != places_.end() && at->second < all.size() && !std::isnan(all[at->second].similarity);
      chosen.push_back(has_other ? &all[at->second] : nullptr);
      if (has_other) texts_[{chosen.back()->item, chosen.back()->text}];
    }
    return chosen;
  }
  // The texts that were chosen can be found from now on.
  void read() { read_texts(file_, task_, texts_); }
  OverviewOther other(const OtherText* of) const {
    if (of == nullptr) return {};
    return {texts_.at({of->item, of->text}), of->similarity};
  }

 private:
  const RunFile& file_;
  std::uint32_t task_;
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::map<TextPlace, std::string> texts_;
};

}  // namespace

std::vector<std::vector<OverviewOther>> closest_others(std::span<const NamedRun> runs,
                                                       const CommonTask& task, const Probe& probe,
                                                       std::span<const Chosen> chosen,
                                                       std::span<const std::uint64_t> keys) {
  std::map<std::size_t, TaskTexts> texts;  // per run
  std::vector<std::vector<OtherText>> all(chosen.size());
  std::vector<std::vector<const OtherText*>> found(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::size_t run = chosen[i].run;
    const RunFile& file = *runs[run].file;
    const std::uint32_t number = task.number[run];
    all[i] =
        closest_others(probe, file.fitted(number, chosen[i].subject), file.tasks()[number].items);
    if (all[i].empty()) continue;
    found[i] = texts.try_emplace(run, file, number).first->second.choose(all[i], keys);
  }
  for (auto& [run, of_run] : texts) of_run.read();
  std::vector<std::vector<OverviewOther>> closest(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (const auto* one : found[i]) closest[i].push_back(texts.at(chosen[i].run).other(one));
  }
  return closest;
}

}  // namespace sonde
