#include "workshop/rating/rate_api.h"

#include <nlohmann/json.hpp>

#include <utility>

#include "apps/server/bench_views.h"
#include "apps/server/request_json.h"
#include "apps/server/served_page.h"
#include "report/page/page_block.h"
#include "report/page/page_bundle.h"
#include "sonde/error.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/organiser_view.h"
#include "workshop/rating/rater_progress.h"

namespace sonde {
namespace {

constexpr std::string_view kRatePath = "/api/rate", kProgressPath = "/api/progress";

std::string name_of_text(const RatingForm& kind, std::size_t place) {
  return place < kind.texts.size() ? std::string(kind.texts[place]) : std::to_string(place);
}

ServedJson named_texts(const RatingForm& kind, const std::vector<std::string>& texts) {
  ServedJson named = ServedJson::array();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    named.push_back({{"name", name_of_text(kind, i)}, {"text", texts[i]}});
  }
  return named;
}

ServedJson guideline_json(const Guideline& guideline) {
  ServedJson examples = ServedJson::array();
  for (const auto& example : guideline.examples) {
    examples.push_back({{"texts", named_texts(rating_form(guideline.kind), example.texts)},
                        {"says", example.says}});
  }
  return {{"title", guideline.title},
          {"instructions", guideline.instructions},
          {"examples", std::move(examples)}};
}

std::string question_to(const Guideline& guideline, const RatingItem& item) {
  const auto question = guideline.questions.find(item.ask);
  if (question != guideline.questions.end()) return question->second;
  return item.ask.empty() ? guideline.question : item.ask;
}

ServedJson scale_json(const Guideline& guideline) {
  ServedJson choices = ServedJson::array();
  for (const auto& [value, label] : guideline.choices) {
    choices.push_back({{"value", value}, {"key", std::to_string(value)}, {"label", label}});
  }
  return choices;
}

// In the order shown, which the keys follow. The values are the candidates' own numbers.
ServedJson candidates_json(const RatingItem& item, const std::vector<std::uint32_t>& order) {
  ServedJson choices = ServedJson::array();
  for (std::size_t i = 1; i < order.size(); ++i) {
    choices.push_back(
        {{"value", order[i]}, {"key", std::to_string(i)}, {"label", item.texts[order[i]]}});
  }
  choices.push_back({{"value", 0}, {"key", "0"}, {"label", "None of them"}});
  return choices;
}

ServedJson turn_json(const RatingProject& project, std::size_t rater, std::size_t turn) {
  const auto number = project.raters[rater].turns[turn];
  const RatingItem& item = project.items[number];
  const RatingForm kind = rating_form(project.guideline.kind);
  const auto order = shown_order(project, rater, number);
  const bool has_scale = !project.guideline.choices.empty();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < kind.texts.size(); ++i) texts.push_back(item.texts[order[i]]);
  return {{"turn", turn},
          {"question", question_to(project.guideline, item)},
          {"texts", named_texts(kind, texts)},
          {"choices", has_scale ? scale_json(project.guideline) : candidates_json(item, order)},
          {"scale", has_scale}};
}

// The last answer, which may be changed.
ServedJson answered_json(const AnswerBook& book, std::size_t rater) {
  const auto turn = book.last(rater);
  if (!turn) return nullptr;
  const auto answer = book.answer(rater, *turn);
  if (!answer) return nullptr;
  ServedJson answered = turn_json(book.project(), rater, *turn);
  const auto& [value, remark] = answer->judgement;
  answered["answer"] = {{"value", value_or_null(value)}, {"remark", remark}};
  return answered;
}

ServedJson seconds_json(const AnswerBook& book, std::size_t rater) {
  const auto own = book.answers(rater);
  auto pace = rating_pace(own);
  if (!pace) pace = rating_pace(book.answers());
  return value_or_null(seconds_left(own, pace));
}

// A value, or "cannot_judge": true.
Judgement judgement_of(Asked& asked) {
  Judgement judgement;
  const bool cannot_judge = asked.has("cannot_judge") && asked.flag("cannot_judge");
  if (!cannot_judge) judgement.value = static_cast<int>(asked.whole("value", 0, 9));
  if (asked.has("remark")) judgement.remark = asked.text("remark", kLongestRemark);
  return judgement;
}

ServedAnswer rate_error(int status, const std::string& message) {
  return {status, served_text({{"error", message}})};
}

}  // namespace

RateApi::RateApi(AnswerBook& book, std::string organiser)
    : book_(book), organiser_(std::move(organiser)) {
  const auto& raters = book.project().raters;
  for (std::size_t i = 0; i < raters.size(); ++i) raters_[raters[i].token] = i;
}

ServedAnswer RateApi::answer(const ServedRequest& request) {
  try {
    return respond(request);
  } catch (const HttpError& error) {
    return rate_error(error.status(), error.what());
  } catch (const Error&) {  // raters must not see file locations
    return rate_error(503, "the answer could not be kept; tell who asked you, and try again");
  } catch (const std::exception&) {
    return rate_error(503, "the server is short of memory; try again");
  }
}

ServedAnswer RateApi::respond(const ServedRequest& request) {
  if (request.token == organiser_) return respond_to_organiser(request);
  const std::size_t rater = raters_.at(request.token);
  if (request.method == "GET" && request.path == "/") return page(rater);
  if (request.path != kRatePath) throw HttpError(404, "page not found");
  if (request.method == "POST") {
    take(rater, request.body);
  } else if (request.method != "GET") {
    throw HttpError(405, "GET and POST are known");
  }
  return next(rater);
}

ServedAnswer RateApi::respond_to_organiser(const ServedRequest& request) const {
  if (request.method != "GET") throw HttpError(405, "GET is known");
  if (request.path == kProgressPath) return {200, served_text(organiser_view(book_))};
  if (request.path != "/") throw HttpError(404, "page not found");
  const ServedJson block{{"token", organiser_}, {"title", book_.project().guideline.title}};
  return page_with(rate_bundle(), page_block("organise", served_text(block)));
}

ServedAnswer RateApi::page(std::size_t rater) const {
  ServedJson block = guideline_json(book_.project().guideline);
  block["token"] = book_.project().raters[rater].token;
  return page_with(rate_bundle(), page_block("rate", served_text(block)));
}

ServedAnswer RateApi::next(std::size_t rater) const {
  const auto turn = book_.turn(rater);
  ServedJson state{{"done", book_.done(rater)},
                   {"total", book_.project().raters[rater].turns.size()},
                   {"seconds_left", seconds_json(book_, rater)},
                   {"next", nullptr}};
  if (turn) state["next"] = turn_json(book_.project(), rater, *turn);
  state["last"] = answered_json(book_, rater);
  return {200, served_text(state)};
}

void RateApi::take(std::size_t rater, const std::string& body) {
  Asked asked(body);
  const auto turn = asked.whole("turn", 0, kMostRatingTurns);
  const Judgement judgement = judgement_of(asked);
  const bool changes = asked.has("change") && asked.flag("change");
  asked.done();
  switch (changes ? book_.change(rater, turn, judgement) : book_.take(rater, turn, judgement)) {
    case AnswerBook::Taken::kNow:
    case AnswerBook::Taken::kBefore:
      return;
    case AnswerBook::Taken::kAnsweredOtherwise:
      throw HttpError(409, "this was answered before, and that answer is stored");
    case AnswerBook::Taken::kNotItsTurn:
      throw HttpError(409, changes ? "only your last answer can be changed"
                                   : "this is not the current question");
    case AnswerBook::Taken::kNoSuchChoice:
      throw HttpError(400, "'value' is not one of the choices");
  }
}

}  // namespace sonde
