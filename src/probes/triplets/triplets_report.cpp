#include "probes/shared/kinds.h"

namespace sonde {

namespace {

Evidence accuracy(std::string_view test, std::string_view capability, std::string_view title,
                  std::string_view asks, std::string_view says, double chance = .5) {
  return {capability, title, asks, says, "accuracy", chance, true, "all", "test", test};
}

}  // namespace

Shown triplets_report() {
  Shown shown{"Sentence triplets (triplets)",
              "Zhu, Li and de Melo (2018), Exploring Semantic Properties of Sentence Embeddings"};
  shown.evidence = {
      accuracy("plain", "meaning", "changed or same meaning",
               "Is the sentence with the same meaning closer than the one with a changed meaning?",
               "share of triplets whose sentence with the same meaning is closer"),
      accuracy("negation-detection", "negation", "negation or rewording",
               "Is a reworded sentence closer than the negated one?",
               "share of triplets whose reworded sentence is closer than the negated one"),
      accuracy(
          "negation-variants", "negation", "two negations or the original",
          "Are two ways to negate a sentence closer to each other than to the sentence?",
          "share of triplets whose two negations are closer to each other than to the original",
          1. / 3),
      accuracy("argument-sensitivity", "argument-order", "roles swapped or passive voice",
               "Is the passive closer to its active sentence than to one with subject and object "
               "swapped?",
               "share of triplets whose passive is closer to the original than to the sentence "
               "with the roles swapped"),
      accuracy("fixed-point-reorder", "word-order", "words reordered or paraphrase",
               "Is a paraphrase closer than the same words in another order?",
               "share of triplets whose paraphrase is closer than the same words in another order"),
      accuracy("clause-relatedness", "clauses", "negation or embedded clause",
               "Is a reported clause closer to its sentence than the sentence's negation is?",
               "share of triplets whose embedded clause is closer than the negated sentence")};
  const std::vector<FigureForm::Name> pairs{
      {"sim_s_plus", "S and S+"}, {"sim_s_star", "S and S*"}, {"sim_plus_star", "S+ and S*"}};
  shown.labels = pairs;
  // The three rows of a triplet have one margin: the figure uses the first.
  shown.figures = {
      {
          .name = "accuracy",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "Triplets passed, by test",
          .caption = "Share of triplets ranked correctly.",
          .paper = "Tables 2 to 6",
          .names = {{"accuracy", "accuracy"}},
          .y = "share of triplets",
          .over_tasks = true,
      },
      {
          .name = "cosines",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "Mean similarities",
          .caption = "S is the original; S+ keeps its meaning and S* changes it, except in "
                     "negation-variants, where both negate it.",
          .paper = "Tables 2 to 6",
          .names = pairs,
          .x = "pair",
          .y = "mean similarity",
      },
      {
          .name = "margins",
          .kind = FigureKind::kBox,
          .source = FigureSource::kRows,
          .title = "Margins",
          .caption = "The smallest difference the test requires to be positive. Above 0 the "
                     "triplet passes.",
          .names = {{"margin", "margin"}, {"sim_s_plus", "triplets"}},
          .y = "margin",
      }};
  shown.results = {{"accuracy", "triplets ranked correctly"},
                   {"accuracy_published", "triplets ranked correctly, as the paper counts them"},
                   {"ties", "share of ties"},
                   {"margin", "mean margin"},
                   {"sim_s_plus", "mean similarity of S and S+"},
                   {"sim_s_star", "mean similarity of S and S*"},
                   {"sim_plus_star", "mean similarity of S+ and S*"}};
  shown.rows = pairs;
  shown.texts = {{"S", "S"}, {"S+", "S+, same meaning"}, {"S*", "S*, changed meaning"}};
  return shown;
}

}  // namespace sonde
