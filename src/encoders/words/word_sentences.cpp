#include "encoders/words/word_sentences.h"

#include <algorithm>
#include <utility>

#include "base/counted.h"
#include "base/threads.h"
#include "sonde/error.h"

namespace sonde {

// A sentence's words of one file, in the file's order. Words made of n-grams come last, by their
// spelling.
class WordSentences::Gathered {
 public:
  Gathered(const Vocabulary& vocabulary, std::size_t file) : vocabulary_(vocabulary), file_(file) {
    words_.dimension = vocabulary.file(file).dimension();
  }

  void clear() { found_.clear(); }

  void add(std::uint32_t piece, double weight) {
    const auto& place = vocabulary_.place(piece, file_);
    if (place.row != Vocabulary::kNoRow) found_.push_back({place, piece, weight});
  }

  const SentenceWords& words(bool in_order) {
    if (!in_order) sort();
    words_.vectors.clear();
    words_.weights.clear();
    for (const auto& [place, piece, weight] : found_) {
      words_.vectors.push_back(vocabulary_.vector(place, file_));
      words_.weights.push_back(weight);
    }
    return words_;
  }

 private:
  struct Found {
    Vocabulary::Place place;
    std::uint32_t piece;
    double weight;
  };

  void sort() {
    std::ranges::sort(found_, [this](const Found& a, const Found& b) {
      if (a.place.row != b.place.row) return a.place.row < b.place.row;
      if (a.place.row != Vocabulary::kSubwordRow) return a.weight < b.weight;
      return vocabulary_.known_word(a.piece) < vocabulary_.known_word(b.piece);
    });
  }

  const Vocabulary& vocabulary_;
  std::size_t file_;
  std::vector<Found> found_;
  SentenceWords words_;
};

WordSentences::WordSentences(WordsChoice choice, const Resources& resources)
    : choice_(std::move(choice)),
      vocabulary_(choice_.files, choice_.vocabulary),
      files_(resources) {
  for (std::size_t i = 0; i < choice_.files.size(); ++i) {
    digests_.push_back(files_.add(StampedFile{choice_.files[i], vocabulary_.file(i).stamp()}));
  }
  check_unchanged();
  for (std::size_t i = 0; i < vocabulary_.files(); ++i) check_size(i);
}

void WordSentences::check_size(std::size_t file) const {
  constexpr std::size_t kMostSquared = 1024;
  if (!choice_.combination->squares || vocabulary_.file(file).dimension() <= kMostSquared) return;
  throw usage_error("combine=tensor squares the " +
                        counted(vocabulary_.file(file).dimension(), "number") +
                        " of a word's vector",
                    "use vectors of at most 1024 numbers");
}

std::size_t WordSentences::dimension() const {
  std::size_t dimension = 0;
  for (std::size_t i = 0; i < vocabulary_.files(); ++i) dimension += size_of_part(i);
  return dimension;
}

std::size_t WordSentences::size_of_part(std::size_t file) const {
  const std::size_t dimension = vocabulary_.file(file).dimension();
  if (choice_.combination->squares) return dimension * dimension;
  return dimension * std::max<std::size_t>(1, choice_.powers.size());
}

void WordSentences::each(std::span<const Text> texts, WordWeights* weights, const Take& take) {
  const auto readings = vocabulary_.read(texts);
  if (weights != nullptr) weights->update(vocabulary_);
  parallel_for(readings.size(), 1, choice_.vocabulary.threads,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t i = first; i < last; ++i) read(readings[i], weights, take);
               });
}

void WordSentences::read(const Vocabulary::Reading& reading, const WordWeights* weights,
                         const Take& take) const {
  std::vector<Gathered> by_file;
  for (std::size_t i = 0; i < vocabulary_.files(); ++i) by_file.emplace_back(vocabulary_, i);
  std::vector<double> vector(dimension());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < reading.ends.size(); ++i) {
    const auto words = std::span(reading.words).subspan(begin, reading.ends[i] - begin);
    const Remark remark = gather(words, weights, by_file);
    const bool known = combine(by_file, vector);
    take(reading.first + i, remark, known ? std::span(vector) : std::span<double>());
    begin = reading.ends[i];
  }
}

Remark WordSentences::gather(std::span<const std::uint32_t> words, const WordWeights* weights,
                             std::vector<Gathered>& by_file) const {
  Remark remark;
  for (auto& gathered : by_file) gathered.clear();
  for (const std::uint32_t word : words) {
    const auto [known, unknown] = vocabulary_.pieces(word);
    for (const auto piece : known) {
      const double weight = weights == nullptr ? 1 : weights->of(piece);
      for (auto& gathered : by_file) gathered.add(piece, weight);
    }
    remark.unknown += static_cast<std::uint32_t>(unknown.size());
    remark.tokens += static_cast<std::uint32_t>(known.size() + unknown.size());
  }
  remark.kept = remark.tokens;
  return remark;
}

// Each file combines the words that it has. One that has none leaves zeros. False if none has.
bool WordSentences::combine(std::vector<Gathered>& by_file, std::span<double> vector) const {
  bool known = false;
  for (std::size_t i = 0; i < by_file.size(); ++i) {
    const auto& words = by_file[i].words(choice_.combination->in_order);
    const auto part = vector.first(size_of_part(i));
    if (words.vectors.empty()) {
      std::ranges::fill(part, 0.0);
    } else {
      choice_.combination->combine(words, choice_.powers, part);
      known = true;
    }
    vector = vector.subspan(part.size());
  }
  return known;
}

void WordSentences::tally(std::span<const Text> texts, WordTallies& tallies) {
  for (const auto& reading : vocabulary_.read(texts)) {
    for (const std::uint32_t word : reading.words) {
      for (const auto piece : vocabulary_.pieces(word).known) {
        tallies[vocabulary_.folded(vocabulary_.known_word(piece))] += 1;
      }
    }
  }
}

std::vector<std::string> WordSentences::unknown_words(const Text& text) {
  std::vector<std::string> unknown;
  for (const auto& reading : vocabulary_.read({&text, 1})) {
    for (const std::uint32_t word : reading.words) {
      for (const auto piece : vocabulary_.pieces(word).unknown) {
        unknown.emplace_back(vocabulary_.unknown_word(piece));
      }
    }
  }
  return unknown;
}

}  // namespace sonde
