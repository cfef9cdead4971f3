#include <array>
#include <string>
#include <utility>

#include "probes/sets/sets_layout.h"
#include "probes/shared/kinds.h"
#include "probes/shared/rating_form.h"

namespace sonde {
namespace {

using namespace std::string_view_literals;

constexpr std::array kFusionNames{"Sentence 1"sv, "Sentence 2"sv, "Output"sv};
constexpr std::array kFusionSheet{"S1"sv, "S2"sv, "Output"sv};
constexpr std::array kFusionColumns{"A"sv, "B"sv, "target"sv};

// Appendix A.6 of the paper on sets, in other words.
Guideline fusion_guideline() {
  Guideline guideline;
  guideline.kind = "fusions";
  guideline.title = "Is the output right?";
  guideline.instructions = {
      "Each screen shows two sentences and an output that was made from them. Say how far you "
      "agree that the output is right.",
      "What the output should say is asked above it: what both sentences have in common, what "
      "sentence 1 says and sentence 2 doesn't, or all that either of them says.",
      "Judge what is said, not how well it is put. 2 is for an output that will do: neither right "
      "nor wrong."};
  guideline.examples = {
      {{"Mira mended the bicycle before the race.", "Mira won the race on the mended bicycle.",
        "Mira had the bicycle mended."},
       "What they have in common: agree. Both say that the bicycle was mended."},
      {{"Mira mended the bicycle before the race.", "Mira took part in a race.",
        "Mira mended the bicycle."},
       "What sentence 1 says and sentence 2 doesn't: strongly agree."},
      {{"Mira mended the bicycle.", "Mira won the race.", "Mira won the race."},
       "All that either says: disagree. The bicycle is missing."}};
  guideline.question = "Is the output right?";
  guideline.questions = {
      {"overlap", "Does the output say what both sentences have in common?"},
      {"difference", "Does the output say what sentence 1 says and sentence 2 doesn't?"},
      {"union", "Does the output say all that either sentence says?"}};
  guideline.choices = {{0, "Strongly disagree"},
                       {1, "Disagree"},
                       {2, "Neutral"},
                       {3, "Agree"},
                       {4, "Strongly agree"}};
  return guideline;
}

// A row's samples, as the probe makes them; its differences where `kept`
// doesn't forbid it.
void add_samples(Record&& record, std::vector<RatingItem>& items) {
  static const auto fields = sets_fields();
  const auto filter = says_kept(record) ? SetsFilter::kKept : SetsFilter::kNone;
  const Item item = sets_item(std::move(record), fields, filter);
  for (const auto& row : item.rows) {
    const auto op = kSetOperators[static_cast<std::size_t>(parse_sample_label(row.label)->op)];
    RatingItem sample{item.id, std::string(op)};
    if (item.rows.size() > 1) sample.id += "/" + row.label;
    for (const auto at : row.at) sample.texts.push_back(item.texts[at].text);
    sample.labels = item.labels;
    sample.labels["operator"] = sample.ask;
    items.push_back(std::move(sample));
  }
}

}  // namespace

RatingForm sets_rating_form() {
  return {"fusions",
          "0 to 4: is a fused sentence right?",
          "sets",
          kFusionNames,
          0,
          2,
          "difference",
          fusion_guideline,
          sets_fields,
          add_samples,
          kFusionSheet,
          kFusionColumns,
          "operator",
          0};
}

}  // namespace sonde
