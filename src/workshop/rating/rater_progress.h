// How far a rating project is, for its organiser.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "workshop/rating/rater_answers.h"
#include "workshop/rating/rating_results.h"

namespace sonde {

// Seconds per answer: the median time between one person's consecutive answers, pauses of more than
// ten minutes left out. Nothing for fewer than five of them.
std::optional<double> rating_pace(const PersonAnswers& answers);
std::optional<double> rating_pace(const RatingAnswers& answers);  // of all people

// The seconds that a person needs for the open turns, at a pace.
std::optional<double> seconds_left(const PersonAnswers& answers, std::optional<double> pace);

struct RatingRemark {
  std::string rater, item, text;
  std::optional<int> value;
};
// In the order of the answers, the newest first.
std::vector<RatingRemark> rating_remarks(const RatingProject& project,
                                         const RatingAnswers& answers);

// Krippendorff's alpha of the ratings that count: of the distances on a scale of three or more
// steps, of equal choices otherwise.
struct AgreementSoFar {
  bool has_distances = false;
  std::size_t items = 0;    // with two or more ratings
  double value, low, high;  // NaN if undefined, and for fewer than kFewestItems items
};
AgreementSoFar agreement_so_far(const RatingProject& project, const RatingAnswers& answers);

}  // namespace sonde
