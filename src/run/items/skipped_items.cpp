#include "run/items/skipped_items.h"

#include <utility>

#include "base/output_file.h"
#include "run/items/listed_task.h"

namespace sonde {
namespace {

constexpr std::size_t kTold = 10;  // lines of a reason

std::string lines_of(const std::vector<std::uint64_t>& lines, std::size_t count) {
  std::string list = lines.size() == 1 ? ": line " : ": lines ";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
  }
  return list + (count > lines.size() ? ", ... (all: --left-out FILE)" : "");
}

}  // namespace

void LeftOut::add(const Item& item, Place place) {
  Reason& reason = reasons_[item.left_out];
  ++reason.count;
  if (item.at_fault && reason.lines.size() < kTold) reason.lines.push_back(place.line);
  if (keep_ == Keep::kFirst) return;
  place.item = item.id;
  records_.push_back({std::move(place), item.left_out});
}

std::string LeftOut::told() const {
  std::string told;
  for (const auto& [why, reason] : reasons_) {
    told += (told.empty() ? "" : "; ") + std::to_string(reason.count) + " left out (" + why;
    if (!reason.lines.empty()) told += lines_of(reason.lines, reason.count);
    told += ")";
  }
  return told;
}

std::map<std::string, std::vector<std::uint64_t>> LeftOut::lines() const {
  std::map<std::string, std::vector<std::uint64_t>> all;
  for (const auto& [why, reason] : reasons_) {
    if (!reason.lines.empty()) all.emplace(why, reason.lines);
  }
  return all;
}

LeftOut LeftOut::listed(const std::map<std::string, std::uint64_t>& counts,
                        const std::map<std::string, std::vector<std::uint64_t>>& lines) {
  LeftOut all;
  for (const auto& [why, count] : counts) {
    const auto found = lines.find(why);
    all.reasons_[why] = {count,
                         found == lines.end() ? std::vector<std::uint64_t>() : found->second};
  }
  return all;
}

void write_left_out(std::span<const ListedTask> tasks, const std::filesystem::path& file) {
  std::string text = "dataset\tfile\tline\titem\twhy\n";
  for (const auto& task : tasks) {
    for (const auto& [place, why] : task.left_out.records()) {
      text += task.card.name + '\t' + place.file + '\t' + std::to_string(place.line) + '\t' +
              place.item + '\t' + why + '\n';
    }
  }
  write_output(file, kPlainOutput, false, "--left-out", text);
}

}  // namespace sonde
