#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/nan.h"
#include "probes/heros/heros_subsets.h"
#include "probes/shared/kinds.h"
#include "probes/shared/probe_forms.h"
#include "probes/shared/ties.h"

namespace sonde {
namespace {

// The edits in the order of the tab.
constexpr std::array kShownEdits{kSynonym, kTypo,         kAntonym,
                                 kRandom,  kNegationMain, kNegationAntonym};

// Which edit should be closer than another. `decides`: the edit whose margin shows it.
struct EditOrder {
  std::string_view name;
  Subset decides, other;
};

constexpr std::array<EditOrder, 5> kEditOrders{
    {{"Synonym closer than antonym", kAntonym, kSynonym},
     {"Synonym closer than unrelated word", kRandom, kSynonym},
     {"Synonym closer than negated main verb", kNegationMain, kSynonym},
     {"Synonym closer than negated word", kNegationAntonym, kSynonym},
     {"Typo closer than antonym", kTypo, kAntonym}}};

// Empty: the item has no such edit.
std::optional<std::size_t> row_of_edit(const Item& item, Subset edit) {
  const auto row = std::ranges::find(item.rows, kSubsetNames[edit], &Row::label);
  if (row == item.rows.end()) return std::nullopt;
  return static_cast<std::size_t>(row - item.rows.begin());
}

double holds(double margin) {
  if (std::isnan(margin)) return kNaN;
  return is_above(margin) ? 1 : 0;
}

ViewAnswer answer_edits(const MeasuredItem& item) {
  ViewAnswer answer;
  for (const auto edit : kShownEdits) {
    const auto row = row_of_edit(item.item, edit);
    answer.similarities.push_back(row ? item.numbers(*row, kSimilarity) : kNaN);
  }
  for (const auto& [name, decides, other] : kEditOrders) {
    const auto row = row_of_edit(item.item, decides);
    if (!row || !row_of_edit(item.item, other)) continue;
    answer.criteria.push_back({name, "", holds(item.numbers(*row, kMargin))});
  }
  return answer;
}

}  // namespace

ItemView heros_view() {
  return {{"edits", "Edits", "Which small edits does each encoder notice? All edits are optional."},
          {},
          {},
          {{"sentence", "Original", "Sentence", "We believe that the path is safe."},
           {"synonym", "Synonym", "Synonym", "We believe that the path is secure."},
           {"typo", "Typo", "Typo", "We believe that the path is saef."},
           {"antonym", "Antonym", "Antonym", "We believe that the path is dangerous."},
           {"random", "Random", "Unrelated word", "We believe that the path is narrow."},
           {"negation_main", "Negation (main)", "Negated main verb",
            "We do not believe that the path is safe."},
           {"negation_antonym", "Negation (antonym)", "Negated word",
            "We believe that the path is not safe."}},
          {{"synonym", "Synonym (same meaning)", "synonym"},
           {"typo", "Typo (same meaning)", "typo"},
           {"antonym", "Antonym (changed meaning)", "antonym"},
           {"random", "Unrelated word (changed meaning)", "random"},
           {"negation_main", "Negated main verb (changed meaning)", "negation_main"},
           {"negation_antonym", "Negated word (changed meaning)", "negation_antonym"}},
          {},
          false,
          "",
          answer_edits};
}

}  // namespace sonde
