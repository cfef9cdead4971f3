#include "workshop/rating/rater_answers.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

std::uint64_t now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::seconds>(since).count());
}

// A person's turn as a ledger has it.
Question question_of(const RatingProject& project, std::size_t rater, std::size_t turn,
                     std::size_t changes) {
  const Rater& person = project.raters[rater];
  return {person.name, project.items[person.turns[turn]].id, changes};
}

RatingAnswer answer_of(const json& document) {
  RatingAnswer answer;
  const auto& value = document.at("value");
  if (!value.is_null()) answer.judgement.value = value.get<int>();
  answer.judgement.remark = document.value("remark", "");
  answer.at = document.at("at").get<std::uint64_t>();
  for (const auto& place : document.at("shown")) {
    answer.shown.push_back(place.get<std::uint32_t>());
  }
  return answer;
}

bool is_possible(const RatingProject& project, const RatingItem& item, const Judgement& judgement) {
  return !judgement.value || is_choice(project, item, *judgement.value);
}

}  // namespace

std::string answer_json(const RatingAnswer& answer) {
  const auto& [value, remark] = answer.judgement;
  json document{{"at", answer.at}, {"shown", answer.shown}, {"value", nullptr}};
  if (value) document["value"] = *value;
  if (!remark.empty()) document["remark"] = remark;
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<RatingAnswer> parse_answer(std::string_view text) {
  try {
    return answer_of(parse_json(text, ""));
  } catch (const Error&) {
  } catch (const json::exception&) {
  }
  return std::nullopt;
}

RatingAnswers read_answers(const std::filesystem::path& folder, const RatingProject& project) {
  RatingAnswers answers;
  std::map<Digest, std::pair<std::size_t, std::size_t>> turns;
  for (std::size_t rater = 0; rater < project.raters.size(); ++rater) {
    const std::size_t count = project.raters[rater].turns.size();
    answers.by_rater.emplace_back(count);
    for (std::size_t turn = 0; turn < count; ++turn) {
      turns.emplace(question_digest(question_of(project, rater, turn, 0)), std::pair(rater, turn));
    }
  }
  const auto take = [&](LedgerRecord&& record) {
    const std::uint64_t changes = std::exchange(record.question.draw, 0);
    const auto turn = turns.find(question_digest(record.question));
    auto answer = parse_answer(record.answer);
    if (turn == turns.end() || !answer) return ++answers.foreign, void();
    const auto [rater, place] = turn->second;
    const auto& item = project.items[project.raters[rater].turns[place]];
    auto& known = answers.by_rater[rater][place];
    if (!is_possible(project, item, answer->judgement)) return ++answers.foreign, void();
    if (known && changes <= known->changes) return;
    answer->changes = changes;
    known = std::move(answer);
  };
  answers.flaws = read_ledger(answers_file(folder), take);
  return answers;
}

AnswerBook::AnswerBook(const std::filesystem::path& folder, RatingProject project)
    : project_(std::move(project)), ledger_(answers_file(folder)) {
  answers_ = read_answers(folder, project_).by_rater;
}

std::size_t AnswerBook::done(std::size_t rater) const {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(
      std::ranges::count_if(answers_[rater], [](const auto& one) { return one.has_value(); }));
}

std::optional<std::size_t> AnswerBook::turn(std::size_t rater) const {
  const std::scoped_lock lock(mutex_);
  return first_open(rater);
}

std::optional<std::size_t> AnswerBook::first_open(std::size_t rater) const {
  const auto& answers = answers_[rater];
  const auto open = std::ranges::find_if(answers, [](const auto& one) { return !one; });
  if (open == answers.end()) return std::nullopt;
  return static_cast<std::size_t>(open - answers.begin());
}

std::optional<std::size_t> AnswerBook::last(std::size_t rater) const {
  const std::scoped_lock lock(mutex_);
  return last_answered(rater);
}

std::optional<std::size_t> AnswerBook::last_answered(std::size_t rater) const {
  const std::size_t next = first_open(rater).value_or(answers_[rater].size());
  return next > 0 ? std::optional(next - 1) : std::nullopt;
}

std::optional<RatingAnswer> AnswerBook::answer(std::size_t rater, std::size_t turn) const {
  const std::scoped_lock lock(mutex_);
  return answers_[rater][turn];
}

PersonAnswers AnswerBook::answers(std::size_t rater) const {
  const std::scoped_lock lock(mutex_);
  return answers_[rater];
}

RatingAnswers AnswerBook::answers() const {
  const std::scoped_lock lock(mutex_);
  return {answers_, ledger_.flaws(), 0};
}

AnswerBook::Taken AnswerBook::take(std::size_t rater, std::size_t turn,
                                   const Judgement& judgement) {
  return take_any(rater, turn, judgement, Way::kPage);
}

AnswerBook::Taken AnswerBook::take_from_sheet(std::size_t rater, std::size_t turn,
                                              const Judgement& judgement) {
  return take_any(rater, turn, judgement, Way::kSheet);
}

AnswerBook::Taken AnswerBook::change(std::size_t rater, std::size_t turn,
                                     const Judgement& judgement) {
  return take_any(rater, turn, judgement, Way::kChange);
}

bool AnswerBook::may_answer(std::size_t rater, std::size_t turn, Way way) const {
  switch (way) {
    case Way::kPage:
      return first_open(rater) == turn;
    case Way::kSheet:
      return !answers_[rater][turn];
    case Way::kChange:
      return last_answered(rater) == turn;
  }
  return false;
}

// Check and write share one lock, so that one answer of two is the first.
AnswerBook::Taken AnswerBook::take_any(std::size_t rater, std::size_t turn,
                                       const Judgement& judgement, Way way) {
  const std::scoped_lock lock(mutex_);
  const auto& turns = project_.raters[rater].turns;
  if (turn >= turns.size()) return Taken::kNotItsTurn;
  if (!is_possible(project_, project_.items[turns[turn]], judgement)) return Taken::kNoSuchChoice;
  const auto& known = answers_[rater][turn];
  if (known && known->judgement == judgement) return Taken::kBefore;
  if (known && way != Way::kChange) return Taken::kAnsweredOtherwise;
  if (!may_answer(rater, turn, way)) return Taken::kNotItsTurn;
  RatingAnswer answer{judgement, {}, now(), known ? known->changes + 1 : 0};
  answer.shown = way == Way::kSheet ? sheet_order(project_, rater, turns[turn])
                                    : shown_order(project_, rater, turns[turn]);
  ledger_.keep(question_of(project_, rater, turn, answer.changes), answer_json(answer));
  answers_[rater][turn] = std::move(answer);
  return Taken::kNow;
}

}  // namespace sonde
