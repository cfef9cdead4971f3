#include <string>
#include <utility>

#include "probes/shared/kinds.h"
#include "probes/shared/rating_form.h"
#include "probes/shared/records.h"
#include "sonde/probe.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

Guideline triplet_guideline() {
  Guideline guideline;
  guideline.kind = "triplets";
  guideline.title = "Same meaning or another?";
  guideline.instructions = {"Each screen shows two sentences. Say whether they mean the same.",
                            "They mean the same if each is true whenever the other is. Style, "
                            "order and emphasis don't count."};
  guideline.examples = {
      {{"A nurse is waking the patient.", "The patient is being woken by a nurse."},
       "Same: who does what to whom has not changed."},
      {{"A nurse is waking the patient.", "The patient is waking a nurse."},
       "Changed: a different person is woken."}};
  guideline.question = "Do they mean the same?";
  guideline.choices = {{0, "Changed"}, {1, "Same"}};
  return guideline;
}

std::vector<Field> rated_triplet_fields() {
  const auto probe = make_probe(parse_spec("triplets"), {});
  return {probe->fields().begin(), probe->fields().end()};
}

void add_triplet(Record&& record, std::vector<RatingItem>& items) {
  static const auto fields = rated_triplet_fields();
  const auto s = take_sentence(record, fields, 0);
  for (const std::size_t other : {1U, 2U}) {
    auto labels = record.labels;
    labels["meant"] = other == 1 ? "same" : "changed";
    items.push_back({record.id + "/" + fields[other].name,
                     "",
                     {s, take_sentence(record, fields, other)},
                     {},
                     std::move(labels)});
  }
}

}  // namespace

RatingForm triplets_rating_form() {
  return {"triplets",
          "do two sentences mean the same?",
          "triplets",
          kRatedPairNames,
          0,
          2,
          "",
          triplet_guideline,
          rated_triplet_fields,
          add_triplet,
          kRatedPairSheet,
          kRatedPairColumns,
          "meant",
          0};
}

}  // namespace sonde
