#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "apps/server/loopback_server.h"
#include "workshop/rating/rater_answers.h"

namespace sonde {

// Questions to raters, their answers, and the organiser's overview: docs/reference/rating.md. Any
// thread may call.
// GET  /?token=T      the page of a rater, or of the organiser
// GET  /api/rate      the next question, and the last answer
// POST /api/rate      answers a question, and gives the next one
// GET  /api/progress  for the organiser: how far people are
class RateApi {
 public:
  RateApi(AnswerBook& book, std::string organiser);  // the organiser's token

  // Never throws for a bad request: it returns an error.
  ServedAnswer answer(const ServedRequest& request);

 private:
  ServedAnswer respond(const ServedRequest& request);
  ServedAnswer respond_to_organiser(const ServedRequest& request) const;
  ServedAnswer page(std::size_t rater) const;
  ServedAnswer next(std::size_t rater) const;
  void take(std::size_t rater, const std::string& body);

  AnswerBook& book_;
  std::string organiser_;
  std::map<std::string, std::size_t> raters_;  // token -> rater, let in by the server
};

}  // namespace sonde
