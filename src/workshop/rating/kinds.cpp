#include "workshop/rating/kinds.h"

#include <array>
#include <string>
#include <utility>

#include "base/names.h"
#include "probes/sets/sets_layout.h"
#include "probes/shared/records.h"
#include "sonde/error.h"
#include "sonde/probe.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

using namespace std::string_view_literals;

constexpr std::array kPairNames{"Sentence 1"sv, "Sentence 2"sv};
constexpr std::array kFusionNames{"Sentence 1"sv, "Sentence 2"sv, "Output"sv};
constexpr std::array kCandidateNames{"Sentence"sv};
constexpr std::array kPairSheet{"S1"sv, "S2"sv};
constexpr std::array kFusionSheet{"S1"sv, "S2"sv, "Output"sv};
constexpr std::array kPairColumns{"first"sv, "second"sv};
constexpr std::array kFusionColumns{"A"sv, "B"sv, "target"sv};
constexpr std::array kCandidateColumns{"sentence"sv};

// Appendix A.6 of the paper on sets, in other words.
Guideline fusion_guideline() {
  Guideline guideline;
  guideline.kind = "fusions";
  guideline.title = "Is the output right?";
  guideline.instructions = {
      "Each screen shows two sentences and an output that was made from them. Say how far you "
      "agree "
      "that the output is right.",
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

// The study's instructions (section 8.2.1 of STS3k), in other words.
Guideline similarity_guideline() {
  Guideline guideline;
  guideline.kind = "similarity";
  guideline.title = "How similar in meaning?";
  guideline.instructions = {
      "Each screen shows two sentences. Say how similar they are in meaning, from 1 (very "
      "dissimilar) to 7 (very similar).",
      "Consider both: how similar the words are in meaning, and how similar what the sentences say "
      "as a whole is.",
      "Some sentences are unusual. Try to see what they could mean; only one that makes no sense "
      "at "
      "all is very dissimilar to any other. There is no single right answer otherwise: we ask what "
      "you think.",
      "A few seconds for each pair are enough."};
  guideline.question = "How similar are they in meaning?";
  guideline.choices = {{1, "Very dissimilar"}, {2, ""}, {3, ""}, {4, ""}, {5, ""}, {6, ""},
                       {7, "Very similar"}};
  return guideline;
}

Guideline triplet_guideline() {
  Guideline guideline;
  guideline.kind = "triplets";
  guideline.title = "Same meaning or another?";
  guideline.instructions = {"Each screen shows two sentences. Say whether they mean the same.",
                            "They mean the same where each is true whenever the other is. Style, "
                            "order and emphasis don't "
                            "count."};
  guideline.examples = {
      {{"A nurse is waking the patient.", "The patient is being woken by a nurse."},
       "Same: who does what to whom has not changed."},
      {{"A nurse is waking the patient.", "The patient is waking a nurse."},
       "Changed: somebody else is woken."}};
  guideline.question = "Do they mean the same?";
  guideline.choices = {{0, "Changed"}, {1, "Same"}};
  return guideline;
}

Guideline candidate_guideline() {
  Guideline guideline;
  guideline.kind = "candidates";
  guideline.title = "Which candidate fits?";
  guideline.instructions = {
      "Each screen shows a sentence and candidates. Choose the one that does best what is asked.",
      "Where none will do, say so: a bad candidate is worse than none."};
  guideline.question = "Which candidate fits?";
  return guideline;
}

std::vector<Field> fields_of_probe(std::string_view probe) {
  const auto made = make_probe(parse_spec(probe), {});
  return {made->fields().begin(), made->fields().end()};
}

// Nobody has rated them yet.
std::vector<Field> pair_fields() {
  auto fields = fields_of_probe("sts");
  for (auto& field : fields) field.required = field.name != "gold";
  return fields;
}

void add_pair(Record&& record, std::vector<RatingItem>& items) {
  static const auto fields = pair_fields();
  auto first = take_sentence(record, fields, 0), second = take_sentence(record, fields, 1);
  items.push_back({record.id, "", {std::move(first), std::move(second)}, {}, record.labels});
}

std::vector<Field> triplet_fields() { return fields_of_probe("triplets"); }

void add_triplet(Record&& record, std::vector<RatingItem>& items) {
  static const auto fields = triplet_fields();
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

// A row's samples, as the probe makes them; its differences where `kept` doesn't forbid it.
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
    throw input_error("has " + std::to_string(item.texts.size() - 1) + " candidates", record.place,
                      "there are keys for " + std::to_string(kMostCandidates));
  }
  item.labels = std::move(record.labels);
  items.push_back(std::move(item));
}

constexpr std::array kKinds{
    RatingKind{"fusions", "0 to 4: is a fused sentence right?", "sets", kFusionNames, 0, 2,
               "difference", fusion_guideline, sets_fields, add_samples, kFusionSheet,
               kFusionColumns, "operator", 0},
    RatingKind{"triplets", "do two sentences mean the same?", "triplets", kPairNames, 0, 2, "",
               triplet_guideline, triplet_fields, add_triplet, kPairSheet, kPairColumns, "meant",
               0},
    RatingKind{"candidates", "which of up to nine candidates fits?", "", kCandidateNames, 1,
               kMostCandidates + 1, "", candidate_guideline, candidate_fields, add_choice,
               kCandidateNames, kCandidateColumns, "", 0},
    RatingKind{"similarity", "1 to 7: how similar are two sentences?", "sts", kPairNames, 0, 2, "",
               similarity_guideline, pair_fields, add_pair, kPairSheet, kPairColumns, "", 10}};

}  // namespace

std::span<const RatingKind> rating_kinds() { return kKinds; }

const RatingKind& rating_kind(std::string_view name) {
  return find_row(kKinds, "kind of rating", name);
}

}  // namespace sonde
