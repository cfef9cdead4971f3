// Answers of raters: kept one by one, read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "outside/answers/ledger.h"
#include "workshop/rating/project.h"

namespace sonde {

struct RatingAnswer {
  int value = 0;                       // a choice, or a candidate's number: 0 none, else from 1
  std::vector<std::uint32_t> shown{};  // the order of the texts that the person saw
  std::uint64_t at = 0;                // seconds since 1970
};

// The answers of a project so far.
struct RatingAnswers {
  // By rater, then by turn; nothing where it is unanswered.
  std::vector<std::vector<std::optional<RatingAnswer>>> by_rater;
  std::size_t damaged = 0;  // lines of the file that don't count
  std::size_t foreign = 0;  // sound answers to what the project doesn't ask
};

// Of the file as it is, also while a server works. None where there is no file. Errors: kInput for
// a file that is none of answers; kOutside.
RatingAnswers read_answers(const std::filesystem::path& folder, const RatingProject& project);

// Takes answers, each of which is on disk before a call returns. One process at a time has a
// project's; safe to use from several threads.
class AnswerBook {
 public:
  // Errors: those of read_answers() and Ledger.
  AnswerBook(const std::filesystem::path& folder, RatingProject project);

  const RatingProject& project() const { return project_; }
  std::size_t damaged() const { return damaged_; }
  // How many of a person's turns are answered.
  std::size_t done(std::size_t rater) const;
  // The first turn that is not answered; nothing where none is left.
  std::optional<std::size_t> turn(std::size_t rater) const;

  std::optional<int> answer(std::size_t rater, std::size_t turn) const;

  // What became of an answer. Only the first one to an item counts: the same again is kBefore.
  enum class Taken { kNow, kBefore, kAnsweredOtherwise, kNotItsTurn, kNoSuchChoice };
  // `turn`: any of the person's, of which only the first unanswered one can be answered. Errors:
  // kOutside, where it could not be kept.
  Taken take(std::size_t rater, std::size_t turn, int value);
  // The same for any unanswered turn, as sheets are filled in in any order.
  Taken take_from_sheet(std::size_t rater, std::size_t turn, int value);

 private:
  std::optional<std::size_t> first_open(std::size_t rater) const;
  Taken take_any(std::size_t rater, std::size_t turn, int value, bool from_sheet);

  RatingProject project_;
  Ledger ledger_;
  mutable std::mutex mutex_;
  std::vector<std::vector<std::optional<RatingAnswer>>> answers_;
  std::size_t damaged_ = 0;
};

// An answer as it is written, and read: nothing where it is none.
std::string answer_json(const RatingAnswer& answer);
std::optional<RatingAnswer> parse_answer(std::string_view json);

}  // namespace sonde
