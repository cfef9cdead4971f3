#include "probes/shared/kinds.h"

namespace sonde {

Shown sts_report() {
  Shown shown{"Similarity and human ratings (sts)",
              "Fodor, De Deyne and Suzuki (2025), Compositionality and Sentence Meaning"};
  const auto correlation = [](std::string_view capability, std::string_view title,
                              std::string_view asks, std::string_view says,
                              std::string_view slice) {
    return Evidence{capability, title, asks, says, "spearman", 0, false, slice};
  };
  shown.evidence = {
      correlation("similarity", "all pairs", "Does similarity follow human ratings?",
                  "Spearman's correlation with human ratings", "all"),
      correlation("similarity", "ordinary pairs",
                  "Does similarity follow human ratings of ordinary pairs?",
                  "Spearman's correlation with human ratings of pairs that differ in their words",
                  "subset=non-adversarial"),
      correlation(
          "structure", "adversarial pairs",
          "Does similarity follow human ratings when shared words and shared meaning disagree?",
          "Spearman's correlation with human ratings of pairs whose shared words and shared "
          "meaning disagree",
          "subset=adversarial")};
  const std::vector<FigureForm::Name> similarity{{"similarity", "similarity"}};
  shown.labels = {{"spearman", "Spearman"}, {"pearson", "Pearson"}, {"kendall", "Kendall"}};
  shown.figures = {
      {
          .name = "correlations",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "Correlation with human ratings",
          .caption =
              "Spearman's correlation of similarities and ratings. Line: noise ceiling, shown "
              "if the reliability of the ratings is known.",
          .paper = "Table 9",
          .names = {{"spearman", "spearman"}},
          .y = "Spearman's correlation",
          .marks = {{"noise_ceiling", "noise ceiling"}},
      },
      {
          .name = "slices",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Correlation by kind of pair",
          .caption = "Spearman's correlation in each slice; for two slices also the difference.",
          .paper = "Figures 3 and 4",
          .names = {{"spearman", "spearman"}},
          .x = "kind of pair",
          .y = "Spearman's correlation",
          .difference = true,
      },
      {
          .name = "pairs",
          .kind = FigureKind::kScatter,
          .source = FigureSource::kRows,
          .title = "Each pair",
          .caption = "Each point is a sentence pair.",
          .paper = "Figure 5",
          .names = similarity,
          .x = "human rating",
          .y = "similarity",
      },
      {
          .name = "kinds",
          .kind = FigureKind::kBars,
          .source = FigureSource::kRows,
          .title = "Mean similarity by kind of pair",
          .caption =
              "Mean rating and similarity of each kind of pair, divided by those of the kind "
              "that people rate highest.",
          .paper = "Figures 8 and 9",
          .names = similarity,
          .x = "kind of pair",
          .y = "relative similarity",
          .relative = true,
      },
      {
          .name = "means",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Mean similarities and ratings",
          .caption = "Means with 95% intervals.",
          .paper = "Figure 9",
          .names = {{"mean_similarity", ""}, {"mean_rating", "people"}},
          .x = "kind of pair",
          .y = "mean",
      },
      {
          .name = "relative",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Means relative to the reference",
          .caption = "Mean rating and similarity, each divided by that of the reference.",
          .paper = "Figure 8",
          .names = {{"relative_similarity", ""}, {"relative_rating", "people"}},
          .x = "kind of pair",
          .y = "relative mean",
      },
      {
          .name = "distribution",
          .kind = FigureKind::kHistogram,
          .source = FigureSource::kRows,
          .title = "Similarities and ratings",
          .caption =
              "Distribution of similarities and of human ratings, each from its lowest to its "
              "highest value.",
          .names = similarity,
          .x = "from lowest (0) to highest (1)",
          .y = "share of pairs",
      }};
  shown.results = {{"spearman", "Spearman's correlation with ratings"},
                   {"pearson", "Pearson's correlation with ratings"},
                   {"kendall", "Kendall's correlation with ratings"},
                   {"noise_ceiling", "noise ceiling"},
                   {"mean_similarity", "mean similarity"},
                   {"mean_rating", "mean rating"},
                   {"relative_similarity", "mean similarity, relative to the reference"},
                   {"relative_rating", "mean rating, relative to the reference"},
                   {"relative_deviation", "deviation from the ratings (lower is better)"},
                   {"spearman_difference", "Spearman's correlation less the reference's"}};
  return shown;
}

}  // namespace sonde
