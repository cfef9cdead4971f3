#include <utility>

#include "probes/kinds.h"

namespace sonde {

namespace {

FigureForm histogram(std::string_view name, std::string_view title, std::string_view caption,
                     std::string_view paper, std::vector<FigureForm::Name> names,
                     std::string_view x) {
  return {.name = name,
          .kind = FigureKind::kHistogram,
          .source = FigureSource::kSeries,
          .title = title,
          .caption = caption,
          .paper = paper,
          .names = std::move(names),
          .x = x,
          .y = "share of samples"};
}

}  // namespace

Shown sets_shown() {
  Shown shown{"Set-like overlap, difference and union (sets)",
              "Bansal et al. (2025), Set-Theoretic Compositionality of Sentence Embeddings"};
  shown.evidence = {
      {"overlap", "shared content", "Is what two sentences share close to both?",
       "share of overlaps that are closer to both sentences than the sentences are to each other",
       "c1_tt_at0", 1. / 3},
      {"difference", "what only one says", "Is what only A says close to A and far from B?",
       "share of differences that are closer to A than to B, and farther from B than A is",
       "c3_tt_at0", 1. / 3},
      // Vectors at right angles and of one length: an eighth of the circle is within a quarter of
      // that angle of the middle.
      {"union", "both in one sentence", "Does a sentence that combines two fall between them?",
       "share of combined sentences close to the longer vector, or to the middle if neither is "
       "longer",
       "c6", 1. / 8}};
  shown.figures = {
      {
          .name = "criteria",
          .kind = FigureKind::kHeatMap,
          .source = FigureSource::kResults,
          .title = "Which criteria hold",
          .caption =
              "Share of samples that meet each criterion, at the threshold 0 where it has one.",
          .paper = "Tables 1 to 3",
          .names = {{"c1_tt_at0", "C1 overlap nearer"},
                    {"c2", "C2 overlap between"},
                    {"c3_tt_at0", "C3 difference nearer A"},
                    {"c4_t_at0", "C4 A less B"},
                    {"c5", "C5 difference beside A"},
                    {"c6", "C6 union"}},
      },
      histogram("angles", "Where the targets lie between B and A",
                "Angle of the target's projection with B, in angles of A and B: 1 is as far from B "
                "as A is.",
                "Figures 4 and 5",
                {{"overlap_angle", "overlap"},
                 {"difference_angle", "difference"},
                 {"union_angle", "union"}},
                "angle with B, in angles of A and B"),
      histogram("positions", "The same with its sign",
                "0 is B and 1 is A; less than 0 lies beyond B, away from A.", "",
                {{"overlap_position", "overlap"},
                 {"difference_position", "difference"},
                 {"union_position", "union"}},
                "position from B (0) to A (1)"),
      histogram("norms", "Are the two vectors equally long?",
                "Norm of A over norm of B in the unions. An encoder of unit vectors has 1 "
                "throughout: the bin around it has no edge there.",
                "Figure 6", {{"union_norm_ratio", "union"}}, "norm of A over norm of B"),
      {
          .name = "theta",
          .kind = FigureKind::kLines,
          .source = FigureSource::kSeries,
          .title = "C5 for each angle",
          .caption = "Share of differences whose projection is within so many angles of A.",
          .paper = "section 6",
          .names = {{"difference_within", "difference"}},
          .x = "angle from A, in angles of A and B",
          .y = "share of differences",
      }};
  return shown;
}

}  // namespace sonde
