// Stores each answer of a rater, and reads them again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "outside/replies/ledger.h"
#include "workshop/rating/project.h"

namespace sonde {

inline constexpr std::size_t kLongestRemark = 2000;  // bytes

// A person's judgement of an item.
struct Judgement {
  // A choice, or a candidate's number (0: none of them). Nothing: "I can't judge this".
  std::optional<int> value{};
  std::string remark{};

  bool operator==(const Judgement&) const = default;
};

struct RatingAnswer {
  Judgement judgement;
  std::vector<std::uint32_t> shown{};  // the order of the texts that the person saw
  std::uint64_t at = 0;                // seconds since 1970
  std::size_t changes = 0;             // how often the answer was changed
};

// A person's answer for each turn. Nothing for open turns.
using PersonAnswers = std::vector<std::optional<RatingAnswer>>;

// The judgements in a project so far.
struct RatingAnswers {
  std::vector<PersonAnswers> by_rater;
  LedgerFlaws flaws{};
  std::size_t foreign = 0;  // sound ones to questions outside the project
};

// Reads the file as it is, also while a server works. None without a file. Errors: kInput for a
// file of another kind, kOutside.
RatingAnswers read_answers(const std::filesystem::path& folder, const RatingProject& project);

// Takes an answer, which is on disk before the call returns. One process at a time has a project's.
// Safe to use from several threads.
class AnswerBook {
 public:
  // Errors: those of read_answers() and Ledger.
  AnswerBook(const std::filesystem::path& folder, RatingProject project);

  const RatingProject& project() const { return project_; }
  const LedgerFlaws& flaws() const { return ledger_.flaws(); }
  // How many of a person's turns are done.
  std::size_t done(std::size_t rater) const;
  // The first open turn. Nothing if none is left.
  std::optional<std::size_t> turn(std::size_t rater) const;

  // The turn before that one: the only answer that a person may change.
  std::optional<std::size_t> last(std::size_t rater) const;

  std::optional<RatingAnswer> answer(std::size_t rater, std::size_t turn) const;
  // The state at this moment.
  PersonAnswers answers(std::size_t rater) const;
  RatingAnswers answers() const;

  // The outcome of taking an answer: kBefore if the same answer is stored already.
  enum class Taken { kNow, kBefore, kAnsweredOtherwise, kNotItsTurn, kNoSuchChoice };
  // Fills a person's first open turn. Errors: kOutside if the answer can't be stored.
  Taken take(std::size_t rater, std::size_t turn, const Judgement& judgement);
  // Fills any open turn, since sheets are filled in in any order.
  Taken take_from_sheet(std::size_t rater, std::size_t turn, const Judgement& judgement);
  // Replaces the answer to last(). The earlier answer stays in the file.
  Taken change(std::size_t rater, std::size_t turn, const Judgement& judgement);

 private:
  enum class Way { kPage, kSheet, kChange };
  std::optional<std::size_t> first_open(std::size_t rater) const;
  std::optional<std::size_t> last_answered(std::size_t rater) const;
  bool may_answer(std::size_t rater, std::size_t turn, Way way) const;
  Taken take_any(std::size_t rater, std::size_t turn, const Judgement& judgement, Way way);

  RatingProject project_;
  Ledger ledger_;
  mutable std::mutex mutex_;
  std::vector<PersonAnswers> answers_;
};

// Calls take(rater, item, answer) for each answer, person by person.
template <class Take>
void each_answer(const RatingProject& project, const RatingAnswers& answers, const Take& take) {
  for (std::size_t rater = 0; rater < project.raters.size(); ++rater) {
    const auto& turns = project.raters[rater].turns;
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      if (const auto& answer = answers.by_rater[rater][turn]) take(rater, turns[turn], *answer);
    }
  }
}

// An answer as it is written, and read: nothing for other text.
std::string answer_json(const RatingAnswer& answer);
std::optional<RatingAnswer> parse_answer(std::string_view json);

}  // namespace sonde
