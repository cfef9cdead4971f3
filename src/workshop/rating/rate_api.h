#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "apps/server/loopback_server.h"
#include "workshop/rating/answers.h"

namespace sonde {

// A rater's questions and answers: docs/rate.md. Any thread may call.
//   GET  /?token=T   the page
//   GET  /api/rate   what is to be answered next
//   POST /api/rate   {"turn": N, "value": V}: answers it, and gives what is next
class RateApi {
 public:
  explicit RateApi(AnswerBook& book);

  // Never throws for what was asked: then the answer is an error.
  ServedAnswer answer(const ServedRequest& request);

 private:
  ServedAnswer respond(const ServedRequest& request);
  ServedAnswer page(std::size_t rater) const;
  ServedAnswer next(std::size_t rater) const;
  void take(std::size_t rater, const std::string& body);

  AnswerBook& book_;
  std::map<std::string, std::size_t> raters_;  // by token, which the server has let in
};

}  // namespace sonde
