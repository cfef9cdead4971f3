#include "encoders/words/word_weights.h"

#include <cmath>
#include <optional>
#include <utility>

#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

class ByRank : public WordFrequencies {
 public:
  explicit ByRank(const Vocabulary& vocabulary) {
    for (std::size_t file = 0; file < vocabulary.files(); ++file) {
      double sum = 0;
      for (std::uint64_t rank = vocabulary.file(file).counts().words; rank > 0; --rank) {
        sum += 1 / static_cast<double>(rank);
      }
      sums_.push_back(sum);
    }
  }

  double of(const Vocabulary& vocabulary, std::uint32_t piece) const override {
    for (std::size_t file = 0; file < sums_.size(); ++file) {
      const std::uint32_t row = vocabulary.place(piece, file).row;
      if (row != Vocabulary::kNoRow) return 1 / ((static_cast<double>(row) + 1) * sums_[file]);
    }
    return 0;
  }

 private:
  std::vector<double> sums_;
};

class Counted : public WordFrequencies {
 public:
  explicit Counted(WordTallies tallies) : tallies_(std::move(tallies)) {
    for (const auto& [word, count] : tallies_) total_ += count;
  }

  double of(const Vocabulary& vocabulary, std::uint32_t piece) const override {
    const auto found = tallies_.find(vocabulary.folded(vocabulary.known_word(piece)));
    return found == tallies_.end() ? 0 : found->second / total_;
  }

 private:
  WordTallies tallies_;
  double total_ = 0;
};

constexpr const char* kCountAdvice = "write one word and its count per line: the 1061396";

struct CountedWord {
  std::string_view word;
  double count = 0;
};

// A line of a word, a blank or several, and a count that is finite and not negative.
std::optional<CountedWord> counted_word(std::string_view line) {
  const auto blank = line.find_last_of(" \t");
  const auto field = line.substr(blank == line.npos ? line.size() : blank + 1);
  const auto word = line.substr(0, line.find_last_not_of(" \t", blank) + 1);
  const auto count = parse_number<double>(field);
  const bool counts = count && std::isfinite(*count) && *count >= 0;
  if (!counts || word.empty()) return std::nullopt;
  return CountedWord{word, *count};
}

}  // namespace

std::unique_ptr<WordFrequencies> frequencies_by_rank(const Vocabulary& vocabulary) {
  return std::make_unique<ByRank>(vocabulary);
}

std::unique_ptr<WordFrequencies> frequencies_of(WordTallies tallies) {
  return std::make_unique<Counted>(std::move(tallies));
}

WordTallies read_word_counts(const std::filesystem::path& file, bool lower) {
  WordTallies tallies;
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    const auto one = counted_word(line);
    if (!one) throw input_error("is not a word and its count", lines.place(), kCountAdvice);
    tallies[lower ? lower_case(one->word) : std::string(one->word)] += one->count;
  }
  double total = 0;
  for (const auto& [word, count] : tallies) total += count;
  if (!(total > 0) || !std::isfinite(total)) {
    throw input_error("counts no word", {file.string()}, kCountAdvice);
  }
  return tallies;
}

void WordWeights::update(const Vocabulary& vocabulary) {
  if (generation_ != vocabulary.generation()) weights_.clear();
  generation_ = vocabulary.generation();
  while (weights_.size() < vocabulary.known_pieces()) {
    const auto piece = static_cast<std::uint32_t>(weights_.size());
    weights_.push_back(a_ / (a_ + frequencies_->of(vocabulary, piece)));
  }
}

}  // namespace sonde
