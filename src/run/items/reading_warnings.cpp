#include "run/items/reading_warnings.h"

#include <algorithm>
#include <string_view>

#include "base/counted.h"

namespace sonde {
namespace {

// A spreadsheet writes quotes within a quoted field twice. A sentence of several quotations
// doesn't.
bool stands_in_quotes(const Text& text) {
  const std::string_view all = text.text;
  if (all.size() < 3 || all.front() != '"' || all.back() != '"') return false;
  const auto inner = all.substr(1, all.size() - 2);
  for (auto quote = inner.find('"'); quote != inner.npos; quote = inner.find('"', quote + 2)) {
    if (!inner.substr(quote).starts_with("\"\"")) return false;
  }
  return true;
}

}  // namespace

std::string doubt_of_language(const Task& task) {
  if (!task.language_assumed) return {};
  return task.card.name +
         ": it says no language, so English words are inserted; language=, or fuzz_terms= and "
         "negation_terms=, of the probe name others";
}

std::size_t count_quoted(const Task& task, std::span<const Item> items) {
  const Card& card = task.card;
  if (card.quoted || card.lines.contains("quoted")) return 0;
  if (layout_of(card, task.probe->fields()) != Layout::kTable) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(
      items, [](const Item& item) { return std::ranges::any_of(item.texts, stands_in_quotes); }));
}

std::string doubt_of_quotes(const Task& task, std::size_t quoted) {
  if (quoted == 0) return {};
  return task.card.name + ": a sentence of " + counted(quoted, "item") +
         " stands in quotes, which are read as part of it; a card says what they are: quoted = "
         "true or false";
}

}  // namespace sonde
