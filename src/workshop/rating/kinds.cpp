#include "workshop/rating/kinds.h"

#include <array>
#include <ranges>
#include <utility>

#include "base/counted.h"
#include "base/names.h"
#include "probes/shared/probe_forms.h"
#include "probes/shared/records.h"
#include "sonde/error.h"
#include "workshop/rating/project.h"

namespace sonde {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCandidateNames{"Sentence"sv};
constexpr std::array kCandidateColumns{"sentence"sv};

Guideline candidate_guideline() {
  Guideline guideline;
  guideline.kind = "candidates";
  guideline.title = "Which candidate fits?";
  guideline.instructions = {
      "Each screen shows a sentence and candidates. Choose the one that does best what is asked.",
      "If none of them will do, say so: a bad candidate is worse than none."};
  guideline.question = "Which candidate fits?";
  return guideline;
}

std::vector<Field> candidate_fields() {
  std::vector<Field> fields{{"sentence", {"original"}},
                            {"candidate", {"candidates", "candidate 1"}},
                            {"ask", {"question"}, false}};
  fields[1].repeats = true;
  return fields;
}

void add_choice(Record&& record, std::vector<RatingItem>& items) {
  static const auto fields = candidate_fields();
  RatingItem item{record.id, record.values[2], {take_sentence(record, fields, 0)}};
  item.texts.push_back(take_sentence(record, fields, 1));
  for (auto& [field, candidate] : record.further) {
    if (!candidate.empty()) item.texts.push_back(std::move(candidate));
  }
  if (item.texts.size() - 1 > kMostCandidates) {
    throw input_error("has " + counted(item.texts.size() - 1, "candidate"), record.place,
                      "there are keys for " + std::to_string(kMostCandidates));
  }
  item.labels = std::move(record.labels);
  items.push_back(std::move(item));
}

constexpr RatingForm kCandidates{"candidates",
                                 "which of up to nine candidates fits?",
                                 "",
                                 kCandidateNames,
                                 1,
                                 kMostCandidates + 1,
                                 "",
                                 candidate_guideline,
                                 candidate_fields,
                                 add_choice,
                                 kCandidateNames,
                                 kCandidateColumns,
                                 "",
                                 0};

}  // namespace

std::vector<RatingForm> rating_forms() {
  std::vector<RatingForm> forms{kCandidates};
  // Columns of pairs have so many names that a pair's form is the last to be tried.
  for (const auto& kind : probe_kinds() | std::views::reverse) {
    if (kind.forms && kind.forms->rating) forms.push_back(*kind.forms->rating);
  }
  return forms;
}

RatingForm rating_form(std::string_view name) {
  return find_row(rating_forms(), "kind of rating", name);
}

std::string rating_form_names() {
  std::string names;
  const auto forms = rating_forms();
  for (std::size_t i = 0; i < forms.size(); ++i) {
    names += i == 0 ? "" : i + 1 == forms.size() ? " or " : ", ";
    names += forms[i].name;
  }
  return names;
}

}  // namespace sonde
