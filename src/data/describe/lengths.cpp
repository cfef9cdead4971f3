#include "data/describe/lengths.h"

#include <algorithm>
#include <string>
#include <utility>

#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {

namespace {

std::uint64_t count_capitals(std::string_view sentence) {
  std::uint64_t capitals = 0;
  for (std::size_t at = 0; at < sentence.size();) {
    capitals += is_capital(next_code_point(sentence, at));
  }
  return capitals;
}

}  // namespace

void Lengths::add(std::string_view sentence) {
  const std::size_t words = count_words(sentence);
  if (words == 0) {
    ++blank_;
    return;
  }
  ++sentences_;
  words_ += static_cast<double>(words);
  ++tens_[std::min(words / 10, kTens - 1)];
  very_short_ += words <= 4;
  very_long_ += words > 20;
  capitals_ += count_capitals(sentence);
}

std::vector<Result> Lengths::results() const {
  std::vector<Result> results;
  const auto add = [&](std::string name, double value) {
    Result result;
    result.subject = "data";
    result.name = std::move(name);
    result.value = value;
    result.n = sentences_;
    result.left_out = blank_;
    if (blank_ > 0) result.why["blank line"] = blank_;
    results.push_back(std::move(result));
  };
  const auto count = static_cast<double>(sentences_);  // without any, all shares are undefined
  add("sentences", count);
  add("words", words_ / count);
  for (std::size_t ten = 0; ten < kTens; ++ten) {
    const std::string first = std::to_string(10 * ten);
    const std::string last = ten + 1 < kTens ? std::to_string(10 * ten + 9) : "more";
    add("words_" + first + "_" + last, static_cast<double>(tens_[ten]) / count);
  }
  add("very_short", static_cast<double>(very_short_) / count);
  add("very_long", static_cast<double>(very_long_) / count);
  add("capitals", static_cast<double>(capitals_) / count);
  return results;
}

}  // namespace sonde
