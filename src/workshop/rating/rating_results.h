// The results of a rating project.
#pragma once

#include <string>
#include <vector>

#include "base/output_set.h"
#include "statistics/agreement/ratings.h"
#include "workshop/rating/project.h"
#include "workshop/rating/rater_answers.h"

namespace sonde {

// How a person did.
struct RaterSummary {
  std::string name;
  std::size_t turns = 0, answered = 0;  // attention checks too
  std::size_t unjudged = 0;             // turns with "can't judge"
  std::size_t checks = 0, failed = 0;   // in finished turns
  bool left_out = false;                // failed more checks than the project allows
};
std::vector<RaterSummary> summarise_raters(const RatingProject& project,
                                           const RatingAnswers& answers);

// The ratings that count, rater by rater: without attention checks, people left out and "can't
// judge". Annotators are raters.
std::vector<Rating> kept_ratings(const RatingProject& project, const RatingAnswers& answers,
                                 const std::vector<RaterSummary>& raters);

// answers.jsonl, all of them, raters.tsv, who counts, ratings.tsv, as `sonde rate agreement` reads
// them, gold.tsv (or gold.csv), the items with their mean and median rating, and for pairs
// gold.toml, its card for `sts`. Without a counting answer, the last three are missing.
std::vector<OutputFile> rating_files(const RatingProject& project, const RatingAnswers& answers);

}  // namespace sonde
