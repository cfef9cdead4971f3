#include <string>
#include <utility>

#include "probes/shared/kinds.h"
#include "probes/shared/rating_form.h"
#include "probes/shared/records.h"
#include "sonde/probe.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

// The study's instructions (section 8.2.1 of STS3k), in other words.
Guideline similarity_guideline() {
  Guideline guideline;
  guideline.kind = "similarity";
  guideline.title = "How similar in meaning?";
  guideline.instructions = {
      "Each screen shows two sentences. Say how similar they are in meaning, from 1 (very "
      "dissimilar) to 7 (very similar).",
      "Consider both the meaning of the words and the meaning of each sentence as a whole.",
      "Some sentences are unusual. Try to see what they could mean. If a sentence makes no sense "
      "at "
      "all, choose 1. Otherwise no answer is right or wrong: we want your judgement.",
      "A few seconds for each pair are enough."};
  guideline.question = "How similar are they in meaning?";
  guideline.choices = {{1, "Very dissimilar"}, {2, ""}, {3, ""}, {4, ""}, {5, ""}, {6, ""},
                       {7, "Very similar"}};
  return guideline;
}

// The gold value is missing: the pairs are still to be rated.
std::vector<Field> rated_pair_fields() {
  const auto probe = make_probe(parse_spec("sts"), {});
  std::vector<Field> fields{probe->fields().begin(), probe->fields().end()};
  for (auto& field : fields) field.required = field.name != "gold";
  return fields;
}

void add_pair(Record&& record, std::vector<RatingItem>& items) {
  static const auto fields = rated_pair_fields();
  auto first = take_sentence(record, fields, 0), second = take_sentence(record, fields, 1);
  items.push_back({record.id, "", {std::move(first), std::move(second)}, {}, record.labels});
}

}  // namespace

RatingForm sts_rating_form() {
  return {"similarity",
          "1 to 7: how similar are two sentences?",
          "sts",
          kRatedPairNames,
          0,
          2,
          "",
          similarity_guideline,
          rated_pair_fields,
          add_pair,
          kRatedPairSheet,
          kRatedPairColumns,
          "",
          10,
          true};
}

}  // namespace sonde
