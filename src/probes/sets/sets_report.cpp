#include <utility>

#include "probes/shared/kinds.h"

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

Shown sets_report() {
  Shown shown{"Set-like overlap, difference and union (sets)",
              "Bansal et al. (2025), Set-Theoretic Compositionality of Sentence Embeddings"};
  shown.evidence = {
      {"overlap", "shared content", "Is what two sentences share close to both?",
       "share of overlaps that are closer to both sentences than the sentences are to each other",
       "c1_tt_at0", 1. / 3},
      {"difference", "unshared content", "Is what only A says close to A and far from B?",
       "share of differences that are closer to A than to B, and farther from B than A is",
       "c3_tt_at0", 1. / 3},
      // Vectors at right angles and of one length: an eighth of the circle is within a quarter of
      // that angle of the middle.
      {"union", "both in one sentence", "Does a sentence that combines two fall between them?",
       "share of combined sentences close to the longer vector, or to the middle if neither is "
       "longer",
       "c6", 1. / 8}};
  shown.labels = {{"c1_tt", "C1, all thresholds"},
                  {"c1_tt_at0", "C1 overlap closer"},
                  {"c2", "C2 overlap between"},
                  {"c3_tt", "C3, all thresholds"},
                  {"c3_tt_at0", "C3 difference closer to A"},
                  {"c4_t", "C4, all thresholds"},
                  {"c4_t_at0", "C4 A − B"},
                  {"c5", "C5 difference next to A"},
                  {"c6", "C6 union"}};
  shown.figures = {
      {
          .name = "criteria",
          .kind = FigureKind::kHeatMap,
          .source = FigureSource::kResults,
          .title = "Which criteria hold",
          .caption = "Share of samples that meet each criterion, at threshold 0 if it has one.",
          .paper = "Tables 1 to 3",
          .names = {{"c1_tt_at0", "C1 overlap closer"},
                    {"c2", "C2 overlap between"},
                    {"c3_tt_at0", "C3 difference closer to A"},
                    {"c4_t_at0", "C4 A − B"},
                    {"c5", "C5 difference next to A"},
                    {"c6", "C6 union"}},
      },
      histogram("angles", "Where the target falls between B and A",
                "Angle of the target's projection from B, as a fraction of the angle between A and "
                "B: 1 is as far from B as A is.",
                "Figures 4 and 5",
                {{"overlap_angle", "overlap"},
                 {"difference_angle", "difference"},
                 {"union_angle", "union"}},
                "angle from B (A = 1)"),
      histogram(
          "norms", "Are the two vectors equally long?",
          "Norm of A divided by the norm of B, in the unions. Unit vectors have 1 throughout.",
          "Figure 6", {{"union_norm_ratio", "union"}}, "norm of A over norm of B"),
      {
          .name = "theta",
          .kind = FigureKind::kLines,
          .source = FigureSource::kSeries,
          .title = "C5 for each angle",
          .caption = "Share of differences whose projection falls within a given angle of A. The "
                     "angle between A and B is 1.",
          .paper = "section 6",
          .names = {{"difference_within", "difference"}},
          .x = "angle from A (B = 1)",
          .y = "share of differences",
      }};
  shown.results = {
      {"c1_tt", "C1: overlap close to both, over all thresholds"},
      {"c1_tt_at0", "C1: overlap close to both"},
      {"c2", "C2: overlap between both"},
      {"c3_tt", "C3: difference close to A and far from B, over all thresholds"},
      {"c3_tt_at0", "C3: difference close to A and far from B"},
      {"c4_t", "C4: difference close to A \u2212 B, over all thresholds"},
      {"c4_t_at0", "C4: difference close to A \u2212 B"},
      {"c5", "C5: difference next to A"},
      {"c6", "C6: union near the longer vector or the middle"},
      // The parts of names such as c1.ned.tf_at0.
      {"c1", "C1"},
      {"c3", "C3"},
      {"c4", "C4"},
      {"cosine", "cosine"},
      {"dot", "dot product"},
      {"l1", "L1 distance"},
      {"l2", "L2 distance"},
      {"ned", "NED"},
      {"tt", "both conditions hold"},
      {"tf", "only the first condition holds"},
      {"ft", "only the second condition holds"},
      {"ff", "no condition holds"},
      {"t", "the condition holds"},
      {"tt_at0", "both conditions hold, threshold 0"},
      {"tf_at0", "only the first condition holds, threshold 0"},
      {"ft_at0", "only the second condition holds, threshold 0"},
      {"ff_at0", "no condition holds, threshold 0"},
      {"t_at0", "the condition holds, threshold 0"},
      // Measurements.
      {"cosine_ab", "cosine of A and B"},
      {"cosine_at", "cosine of A and target"},
      {"cosine_bt", "cosine of B and target"},
      {"cosine_offset", "cosine of A \u2212 B and target, less that of A \u2212 B and B"},
      {"dot_ab", "dot product of A and B"},
      {"dot_at", "dot product of A and target"},
      {"dot_bt", "dot product of B and target"},
      {"dot_offset", "dot product of A \u2212 B and target, less that of A \u2212 B and B"},
      {"l1_ab", "negative L1 distance of A and B"},
      {"l1_at", "negative L1 distance of A and target"},
      {"l1_bt", "negative L1 distance of B and target"},
      {"l1_offset", "negative L1 distance of A \u2212 B and target, less that of A \u2212 B and B"},
      {"l2_ab", "negative L2 distance of A and B"},
      {"l2_at", "negative L2 distance of A and target"},
      {"l2_bt", "negative L2 distance of B and target"},
      {"l2_offset", "negative L2 distance of A \u2212 B and target, less that of A \u2212 B and B"},
      {"ned_ab", "negative NED of A and B"},
      {"ned_at", "negative NED of A and target"},
      {"ned_bt", "negative NED of B and target"},
      {"ned_offset", "negative NED of A \u2212 B and target, less that of A \u2212 B and B"},
      {"angle", "angle between A and B"},
      {"from_a", "angle of the target's projection from A"},
      {"norm_ratio", "ratio of the lengths of A and B"},
      {"mean_ab", "mean of A and B"},
      {"mean_at", "mean of A and target"},
      {"mean_bt", "mean of B and target"},
      {"margin1_mean", "first margin, mean"},
      {"margin2_mean", "second margin, mean"},
      {"margin1_sd", "first margin, standard deviation"},
      {"margin2_sd", "second margin, standard deviation"},
      {"e1_low", "first threshold, lowest"},
      {"e1_high", "first threshold, highest"},
      {"e2_low", "second threshold, lowest"},
      {"e2_high", "second threshold, highest"},
      {"longer_a", "A is longer"},
      {"longer_b", "B is longer"},
      {"comparable", "both equally long"}};
  shown.rows = {{"overlap", "overlap of s1 and s2"},      {"difference:s1-prev", "s1 \u2212 prev"},
                {"difference:s1-curr", "s1 \u2212 curr"}, {"difference:s1-s2", "s1 \u2212 s2"},
                {"difference:s2-next", "s2 \u2212 next"}, {"difference:s2-curr", "s2 \u2212 curr"},
                {"difference:s2-s1", "s2 \u2212 s1"},     {"union:prev+curr", "prev + curr"},
                {"union:curr+next", "curr + next"}};
  shown.texts = {{"prev", "prev"},
                 {"curr", "curr"},
                 {"next", "next"},
                 {"s1", "s1 = prev + curr"},
                 {"s2", "s2 = curr + next"}};
  return shown;
}

}  // namespace sonde
