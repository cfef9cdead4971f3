#include "probes/curves/curves_options.h"
#include "probes/shared/kinds.h"

namespace sonde {

Shown curves_report() {
  Shown shown{"Concept separation curves (curves)",
              "Keuren, Ponsen and Bagheri (2026), Finding Meaning in Embeddings: Concept "
              "Separation Curves"};
  shown.evidence = {{"negation", "negation or filler word",
                     "Does a filler word move the vector less than a negation?",
                     "share of comparisons in which the sentence with a filler word is closer than "
                     "the one with a negation",
                     "auc"}};
  shown.labels = {{"overlap", "overlap of curves"},
                  {"auc", "AUC"},
                  {"threshold", "best threshold"},
                  {"balanced_error", "balanced error"},
                  {"false_negative_rate", "false negatives"},
                  {"false_positive_rate", "false positives"},
                  {"threshold_at_fpr", "threshold at the limit of false positives"},
                  {"tpr_at_fpr", "true positives at that threshold"},
                  {"fuzz_mean", "mean, filler word"},
                  {"negation_mean", "mean, negation"},
                  {"fuzz_sd", "SD, filler word"},
                  {"negation_sd", "SD, negation"}};
  shown.figures = {
      {
          .name = "densities",
          .kind = FigureKind::kDensities,
          .source = FigureSource::kSeries,
          .title = "Similarity of filler words and negations",
          .caption =
              "Densities of the cosine of a sentence with its variants. Shaded: overlap, which no "
              "threshold can separate. Line: best threshold.",
          .paper = "Figures 4 to 6",
          .names = {{"fuzz", kSameLabel}, {"negation", "changes it"}},
          .x = "cosine with the original",
          .y = "density",
          .marks = {{"threshold", "threshold"}},
      },
      {
          .name = "overlap",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "Overlap of the two curves",
          .caption = "0 = fully separate, 1 = identical; lower is better.",
          .paper = "Table 3",
          .names = {{"overlap", "overlap"}},
          .y = "overlap",
          .over_tasks = true,
      },
      {
          .name = "place",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Overlap by place of the insertion",
          .caption =
              "Overlap by where the word was inserted: before the first word, in the middle, "
              "or before the last word.",
          .paper = "section 5",
          .names = {{"overlap", "overlap"}},
          .label = "place",
          .x = "place of the inserted word",
          .y = "overlap",
      },
      {
          .name = "length",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Overlap by length of the sentence",
          .caption = "Overlap by the number of words in the sentence.",
          .paper = "Figure 7",
          .names = {{"overlap", "overlap"}},
          .label = "length",
          .x = "words in the sentence",
          .y = "overlap",
      }};
  shown.results = {{"overlap", "overlap of the two curves (lower is better)"},
                   {"auc", "filler word closer than negation (AUC)"},
                   {"threshold", "best threshold"},
                   {"balanced_error", "error of the best threshold (lower is better)"},
                   {"false_negative_rate", "filler words below the threshold (lower is better)"},
                   {"false_positive_rate", "negations above the threshold (lower is better)"},
                   {"threshold_at_fpr", "threshold that few negations exceed"},
                   {"tpr_at_fpr", "filler words above that threshold"},
                   {"fuzz_mean", "mean cosine, filler words"},
                   {"negation_mean", "mean cosine, negations"},
                   {"fuzz_sd", "standard deviation of cosines, filler words"},
                   {"negation_sd", "standard deviation of cosines, negations"}};
  shown.rows = {{"fuzz", "filler word"}, {"negation", "negation"}};
  return shown;
}

}  // namespace sonde
