#include "probes/search/search_threshold.h"

#include <array>
#include <cmath>

#include "probes/search/search_results.h"
#include "probes/shared/matches.h"
#include "probes/shared/table_shape.h"

namespace sonde {

void add_show_threshold(const Frame& frame, const Table& table, const Resampler& resampler,
                        double threshold, std::vector<Result>& results) {
  constexpr double kNeverFirst = -2;  // below any cosine
  check_tables(frame, {&table, 1}, kSearchColumns);
  if (!table.has_vectors) return;
  SimilarRows right, other;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.row_labels[row] != kRightPassage) continue;
    const auto item = frame.item_of_row[row];
    const double nearest = table.values(row, kNearestOther);
    const bool is_first = table.values(row, kCloserPassages) == 0;
    const double own = is_first ? table.values(row, kQuerySimilarity) : kNeverFirst;
    other.add(nearest, item, frame.keys[item]);
    right.add(std::isnan(nearest) ? nearest : own, item, frame.keys[item]);
  }
  const std::array judged{JudgedRows{"all", "wrong_shown", &other, Better::kLower},
                          JudgedRows{"all", "right_shown", &right, Better::kHigher}};
  MatchResults matches(frame, table, resampler, results);
  matches.add_given(threshold, judged);
  matches.add_points({"all", "show_threshold", &other, Better::kNeither}, judged, "queries");
}

}  // namespace sonde
