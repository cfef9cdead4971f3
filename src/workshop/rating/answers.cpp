#include "workshop/rating/answers.h"

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
Question question_of(const RatingProject& project, std::size_t rater, std::size_t turn) {
  const Rater& person = project.raters[rater];
  return {person.name, project.items[person.turns[turn]].id, 0};
}

RatingAnswer answer_of(const json& document) {
  RatingAnswer answer;
  answer.value = document.at("value").get<int>();
  answer.at = document.at("at").get<std::uint64_t>();
  for (const auto& place : document.at("shown")) {
    answer.shown.push_back(place.get<std::uint32_t>());
  }
  return answer;
}

}  // namespace

std::string answer_json(const RatingAnswer& answer) {
  return json{{"at", answer.at}, {"shown", answer.shown}, {"value", answer.value}}.dump();
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
      turns.emplace(question_digest(question_of(project, rater, turn)), std::pair(rater, turn));
    }
  }
  const auto take = [&](LedgerRecord&& record) {
    const auto turn = turns.find(question_digest(record.question));
    const auto answer = parse_answer(record.answer);
    if (turn == turns.end() || !answer) return ++answers.foreign, void();
    const auto [rater, place] = turn->second;
    const auto& item = project.items[project.raters[rater].turns[place]];
    auto& known = answers.by_rater[rater][place];
    if (!is_choice(project, item, answer->value)) return ++answers.foreign, void();
    if (!known) known = *answer;
  };
  answers.damaged = read_ledger(answers_file(folder), take);
  return answers;
}

AnswerBook::AnswerBook(const std::filesystem::path& folder, RatingProject project)
    : project_(std::move(project)), ledger_(answers_file(folder)) {
  auto read = read_answers(folder, project_);
  answers_ = std::move(read.by_rater);
  damaged_ = read.damaged;
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

std::optional<int> AnswerBook::answer(std::size_t rater, std::size_t turn) const {
  const std::scoped_lock lock(mutex_);
  const auto& answer = answers_[rater][turn];
  return answer ? std::optional(answer->value) : std::nullopt;
}

AnswerBook::Taken AnswerBook::take(std::size_t rater, std::size_t turn, int value) {
  return take_any(rater, turn, value, false);
}

AnswerBook::Taken AnswerBook::take_from_sheet(std::size_t rater, std::size_t turn, int value) {
  return take_any(rater, turn, value, true);
}

// Under one lock with the check before it: of two answers at once one is the first.
AnswerBook::Taken AnswerBook::take_any(std::size_t rater, std::size_t turn, int value,
                                       bool from_sheet) {
  const std::scoped_lock lock(mutex_);
  const auto& turns = project_.raters[rater].turns;
  if (turn >= turns.size()) return Taken::kNotItsTurn;
  if (!is_choice(project_, project_.items[turns[turn]], value)) return Taken::kNoSuchChoice;
  if (const auto& known = answers_[rater][turn]) {
    return known->value == value ? Taken::kBefore : Taken::kAnsweredOtherwise;
  }
  if (!from_sheet && first_open(rater) != turn) return Taken::kNotItsTurn;
  RatingAnswer answer{value, {}, now()};
  answer.shown = from_sheet ? sheet_order(project_, rater, turns[turn])
                            : shown_order(project_, rater, turns[turn]);
  ledger_.keep(question_of(project_, rater, turn), answer_json(answer));
  answers_[rater][turn] = std::move(answer);
  return Taken::kNow;
}

}  // namespace sonde
