#include "probes/kinds.h"

namespace sonde {

namespace {

Evidence accuracy(std::string_view capability, std::string_view test, std::string_view says,
                  double chance = .5) {
  return {capability, "accuracy", says, chance, 1, true, "all", "test", test};
}

}  // namespace

Shown triplets_shown() {
  Shown shown{"Sentence triplets (triplets)",
              "Zhu, Li and de Melo (2018), Exploring Semantic Properties of Sentence Embeddings"};
  shown.evidence = {
      accuracy("negation", "negation-detection",
               "share of triplets whose reworded sentence is nearer than the negated one"),
      accuracy(
          "negation", "negation-variants",
          "share of triplets whose two negations are nearer to each other than to the original",
          1. / 3),
      accuracy(
          "argument-order", "argument-sensitivity",
          "share of triplets whose passive is nearer than two sentences that exchange who does "
          "what to whom"),
      accuracy("word-order", "fixed-point-reorder",
               "share of triplets whose paraphrase is nearer than the same words in another order"),
      accuracy("clauses", "clause-relatedness",
               "share of triplets whose embedded clause is nearer than the denied sentence")};
  const std::vector<FigureForm::Name> pairs{
      {"sim_s_plus", "S and S+"}, {"sim_s_star", "S and S*"}, {"sim_plus_star", "S+ and S*"}};
  // The three rows of a triplet have one margin: the first stands for them.
  shown.figures = {
      {
          .name = "accuracy",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "How many triplets pass",
          .caption = "Share of triplets that are in the right order.",
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
          .caption = "S is the original; S+ keeps its meaning and S* changes it, but for negation "
                     "variants, where both deny it.",
          .paper = "Tables 2 to 6",
          .names = pairs,
          .x = "pair",
          .y = "mean similarity",
      },
      {
          .name = "margins",
          .kind = FigureKind::kBox,
          .source = FigureSource::kRows,
          .title = "By how much triplets pass",
          .caption = "The smallest difference that a triplet's test asks for: above 0 it passes.",
          .names = {{"margin", "margin"}, {"sim_s_plus", "triplets"}},
          .y = "margin",
      }};
  return shown;
}

}  // namespace sonde
