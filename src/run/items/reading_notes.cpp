#include "run/items/reading_notes.h"

#include <algorithm>

#include "base/counted.h"
#include "base/names.h"
#include "base/printable.h"
#include "sonde/dataset.h"

namespace sonde {
namespace {

constexpr std::size_t kShownBytes = 60;  // bytes of a sentence

bool is_shipped(const Card& card, const Resources& resources) {
  const auto folder = card.card.parent_path().parent_path().lexically_normal();
  return !card.card.empty() &&
         std::ranges::any_of(resources.data, [&](const std::filesystem::path& data) {
           return data.lexically_normal() == folder;
         });
}

std::string items_of(const ListedTask& task) {
  const auto& counts = task.counts;
  const std::string some =
      counts.items < counts.whole_items ? std::to_string(counts.items) + " of " : "";
  std::string notes;
  if (const auto left_out = task.left_out.told(); !left_out.empty()) notes = ", " + left_out;
  if (const auto repeated = task.repeated->items; repeated > 0) {
    notes += ", " + std::to_string(repeated) +
             " equal to an earlier one: each counts as independent, so intervals are too narrow";
  }
  return some + counted(counts.whole_items, "item") + notes;
}

std::string reading_of(const ListedTask& task) {
  const auto& fields = task.probe->fields();
  const auto columns = [&] { return first_of(columns_read(task.card, fields), 12); };
  switch (layout_of(task.card, fields)) {
    case Layout::kLines:
      return "a sentence per line";
    case Layout::kWordNet:
      return "WordNet's example sentences";
    case Layout::kJsonLines:
      return "JSON lines with " + columns();
    default:
      return "a table of " + columns();
  }
}

std::string line_of(const ListedTask& task, const Resources& resources) {
  const std::string name = "data set " + task.card.name + " (" + task.spec.kind + "): ";
  if (is_shipped(task.card, resources)) return name + items_of(task);
  return name + task.card.file.string() + ", " + reading_of(task) + "; " + items_of(task) +
         "; the first: " + task.first;
}

}  // namespace

std::vector<std::string> taken_for(std::span<const ListedTask> tasks, const Resources& resources) {
  std::vector<std::string> lines;
  for (const auto& task : tasks) {
    std::string line = line_of(task, resources);
    const bool is_new = std::ranges::find(lines, line) == lines.end();  // for variants of a probe
    if (is_new) lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> assumed_by(const std::string& subject, std::span<const Identity> views) {
  std::vector<std::string> lines;
  for (const auto& view : views) {
    for (const auto& [fact, value] : view.facts) {
      if (fact != "assumed") continue;
      std::string line = subject + ": assumed: " + value;
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string first_sentences(const Item& item) {
  std::string all;
  for (const auto& text : item.texts) {
    if (!text.original) continue;
    all += (all.empty() ? "\"" : ", \"") + shortened(text.text, kShownBytes) + "\"";
  }
  return all;
}

}  // namespace sonde
