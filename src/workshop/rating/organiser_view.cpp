#include "workshop/rating/organiser_view.h"

#include <algorithm>

#include "workshop/rating/rater_progress.h"
#include "workshop/rating/rating_results.h"

namespace sonde {
namespace {

ServedJson last_time(const PersonAnswers& answers) {
  std::uint64_t last = 0;
  for (const auto& answer : answers) {
    if (answer) last = std::max(last, answer->at);
  }
  return last > 0 ? ServedJson(last) : ServedJson(nullptr);
}

ServedJson people_json(const RatingProject& project, const RatingAnswers& answers) {
  const auto raters = summarise_raters(project, answers);
  const auto everybody = rating_pace(answers);
  ServedJson people = ServedJson::array();
  for (std::size_t i = 0; i < raters.size(); ++i) {
    const auto& one = raters[i];
    const PersonAnswers& own = answers.by_rater[i];
    const auto pace = rating_pace(own);
    const auto left = seconds_left(own, pace ? pace : everybody);
    people.push_back({{"name", one.name},
                      {"turns", one.turns},
                      {"answered", one.answered},
                      {"unjudged", one.unjudged},
                      {"checks", one.checks},
                      {"failed", one.failed},
                      {"left_out", one.left_out},
                      {"last_at", last_time(own)},
                      {"seconds_left", value_or_null(left)}});
  }
  return people;
}

ServedJson agreement_json(const RatingProject& project, const RatingAnswers& answers) {
  const auto found = agreement_so_far(project, answers);
  return {{"has_distances", found.has_distances},
          {"items", found.items},
          {"value", number_or_null(found.value)},
          {"low", number_or_null(found.low)},
          {"high", number_or_null(found.high)}};
}

ServedJson remarks_json(const RatingProject& project, const RatingAnswers& answers) {
  ServedJson remarks = ServedJson::array();
  for (const auto& [rater, item, text, value] : rating_remarks(project, answers)) {
    remarks.push_back(
        {{"rater", rater}, {"item", item}, {"remark", text}, {"value", value_or_null(value)}});
  }
  return remarks;
}

}  // namespace

ServedJson organiser_view(const AnswerBook& book) {
  const RatingAnswers answers = book.answers();
  const RatingProject& project = book.project();
  return {{"people", people_json(project, answers)},
          {"most_failed", project.most_failed},
          {"agreement", agreement_json(project, answers)},
          {"remarks", remarks_json(project, answers)}};
}

}  // namespace sonde
