#include "graphs/label_vector.h"

#include <algorithm>
#include <cstdint>

#include "base/parse.h"
#include "base/random.h"
#include "sonde/digest.h"

namespace sonde {
namespace {

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_ascii_digit);
}

// Without quotes, colons and senses ("-01").
std::string bare(std::string_view label) {
  if (label == "-") return "false-not-untrue";  // a negation
  std::string text, shortened;
  for (const char c : label) {
    if (c != '"' && c != '\'') text += c;
  }
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (text[at] == '-' && end < text.size() && is_ascii_digit(text[end])) ++end;
    if (end == at + 1) shortened += text[at];
    at = end;
  }
  std::erase(shortened, ':');
  return shortened;
}

void add_parts(std::string_view text, char separator, std::vector<std::string>& words) {
  for (const auto part : parts_of(text, separator)) {
    if (!part.empty()) words.emplace_back(part);
  }
}

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  add_parts(text, '-', words);
  if (text.find('_') != text.npos) add_parts(text, '_', words);
  return words;
}

// Adds up vectors and returns their mean.
class Mean {
 public:
  explicit Mean(std::span<double> sum) : sum_(sum) { std::ranges::fill(sum_, 0); }

  void add(std::span<const float> vector, double divisor = 1) {
    if (vector.empty()) return;
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += double{vector[i]} / divisor;
    ++count_;
  }

  bool finish() {
    if (count_ == 0) return false;
    for (double& number : sum_) number /= static_cast<double>(count_);
    return true;
  }

 private:
  std::span<double> sum_;
  std::size_t count_ = 0;
};

void write_random(std::string_view label, std::span<double> vector) {
  constexpr std::uint64_t kSeed = 0;
  constexpr double kWidth = 0.1;
  const std::uint64_t key = stream_key(kSeed, digest_of(label).low64());
  for (std::size_t i = 0; i < vector.size(); ++i) {
    vector[i] = kWidth * (unit_interval(bits_at(key, i)) - 0.5);
  }
}

}  // namespace

std::vector<std::string> words_of_label(std::string_view label) {
  const std::string text = bare(label);
  auto words = words_in(text);
  if (is_number(text)) {
    for (const char digit : text) words.emplace_back(1, digit);
  }
  return words;
}

bool write_label_vector(std::string_view label, const VectorOfWord& vectors,
                        std::span<double> vector) {
  const std::string text = bare(label);
  Mean mean(vector);
  for (const auto& word : words_in(text)) mean.add(vectors(word));
  if (mean.finish()) return true;
  if (is_number(text)) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      mean.add(vectors(text.substr(i, 1)), static_cast<double>(1 + i));
    }
    if (mean.finish()) return true;
  }
  write_random(label, vector);
  return false;
}

}  // namespace sonde
