#include "encoders/words/vocabulary.h"

#include <algorithm>
#include <utility>

#include "base/threads.h"
#include "encoders/words/word_forms.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

constexpr std::size_t kTextsAtOnce = 256;  // per thread
constexpr std::size_t kRowsAtOnce = 64;    // per thread
constexpr std::uint32_t kUnseen = 0xffffffff;
constexpr std::size_t kMostNumbers = std::size_t{1} << 28;  // in memory, of all files: 1 GiB
constexpr std::size_t kMostSeen = std::size_t{1} << 23;     // spelled as is

}  // namespace

Vocabulary::Vocabulary(std::span<const std::filesystem::path> files, VocabularyOptions options)
    : options_(std::move(options)) {
  for (const auto& path : files) {
    files_.emplace_back();
    files_.back().vectors = std::make_unique<WordVectors>(path, options_.reading);
  }
}

std::vector<Vocabulary::Reading> Vocabulary::read(std::span<const Text> texts) {
  forget_if_large();
  std::vector<Reading> readings((texts.size() + kTextsAtOnce - 1) / kTextsAtOnce);
  for (std::size_t i = 0; i < readings.size(); ++i) readings[i].first = i * kTextsAtOnce;
  parallel_for(readings.size(), 1, options_.threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t begin = readings[i].first;
      split(texts.subspan(begin, std::min(kTextsAtOnce, texts.size() - begin)), readings[i]);
    }
  });
  for (auto& reading : readings) learn(reading);
  for (auto& file : files_) read_vectors(file);
  return readings;
}

void Vocabulary::split(std::span<const Text> texts, Reading& reading) const {
  std::vector<std::string_view> words;
  for (const auto& text : texts) {
    words.clear();
    options_.at_spaces ? split_at_spaces(text.text, words) : split_words(text.text, words);
    for (const auto word : words) {
      const auto number = seen_.find(word);
      if (!number) reading.unseen.push_back(word);
      reading.words.push_back(number.value_or(kUnseen));
    }
    reading.ends.push_back(static_cast<std::uint32_t>(reading.words.size()));
  }
}

void Vocabulary::learn(Reading& reading) {
  if (reading.unseen.empty()) return;
  auto unseen = reading.unseen.begin();
  for (auto& word : reading.words) {
    if (word != kUnseen) continue;
    word = seen_.add(*unseen);
    if (word == words_.size()) learn(*unseen);
    ++unseen;
  }
}

void Vocabulary::learn(std::string_view word) {
  const std::string plain = options_.at_spaces ? std::string(word) : plain_word(word);
  if (!is_stop_word(plain) && !learn_known(plain)) learn_parts(plain);
  words_.push_back({static_cast<std::uint32_t>(known_.size()),
                    static_cast<std::uint32_t>(unknown_pieces_.size())});
}

// Learns the parts of a word that no file has whole.
void Vocabulary::learn_parts(const std::string& word) {
  const auto parts = options_.at_spaces ? std::vector{word} : parts_of_word(word);
  for (const auto& part : parts) {
    const bool whole = parts.size() == 1;
    if ((!whole && is_stop_word(part)) || (!whole && learn_known(part))) continue;
    unknown_pieces_.push_back(unknown_.add(part));
  }
}

bool Vocabulary::is_stop_word(std::string_view word) const {
  return !options_.stop_words.empty() && options_.stop_words.contains(lower_case(word));
}

bool Vocabulary::learn_known(const std::string& word) {
  const std::size_t before = places_.size();
  bool known = false;
  for (auto& file : files_) {
    places_.push_back(place_in(file, word));
    known = known || places_.back().row != kNoRow;
  }
  if (known) {
    known_.push_back(static_cast<std::uint32_t>(known_words_.size()));
    known_words_.push_back(word);
  } else {
    places_.resize(before);
  }
  return known;
}

std::string Vocabulary::folded(std::string_view word) const {
  return options_.lowering == Lowering::kNever ? std::string(word) : lower_case(word);
}

Vocabulary::Place Vocabulary::place_in(File& file, const std::string& word) const {
  const std::uint32_t row = find(*file.vectors, word);
  if (row != kNoRow) return {row, slot_of(file, row)};
  const auto spelled = options_.lowering == Lowering::kAlways ? lower_case(word) : word;
  if (!file.vectors->has_subwords(spelled)) return {};
  return {kSubwordRow, new_slot(file, {kSubwordRow, spelled})};
}

std::uint32_t Vocabulary::find(const WordVectors& vectors, const std::string& word) const {
  const auto lowering = options_.lowering;
  auto row = lowering == Lowering::kAlways ? std::nullopt : vectors.find(word);
  if (!row && lowering != Lowering::kNever) row = vectors.find(lower_case(word));
  return row.value_or(kNoRow);
}

std::uint32_t Vocabulary::slot_of(File& file, std::uint32_t row) {
  const auto [entry, is_new] = file.slots.try_emplace(row, file.slot_count);
  if (is_new) new_slot(file, {row, {}});
  return entry->second;
}

std::uint32_t Vocabulary::new_slot(File& file, Unread unread) {
  file.unread.push_back(std::move(unread));
  return file.slot_count++;
}

void Vocabulary::read_vectors(File& file) {
  const std::size_t dimension = file.vectors->dimension();
  const std::size_t before = file.slot_count - file.unread.size();
  file.numbers.resize(file.slot_count * dimension);
  parallel_for(
      file.unread.size(), kRowsAtOnce, options_.threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
          const auto& [row, word] = file.unread[i];
          const auto out = std::span(file.numbers).subspan((before + i) * dimension, dimension);
          if (row == kSubwordRow) {
            file.vectors->read_subwords(word, out);
          } else {
            file.vectors->read(row, out);
          }
        }
      });
  file.unread.clear();
}

void Vocabulary::forget_if_large() {
  std::size_t numbers = 0;
  for (const auto& file : files_) numbers += file.numbers.size();
  if (numbers <= kMostNumbers && seen_.size() <= kMostSeen) return;
  for (auto& file : files_) file = File{std::move(file.vectors), {}, {}, 0, {}};
  seen_ = unknown_ = WordNumbers();
  words_.clear();
  known_.clear();
  unknown_pieces_.clear();
  known_words_.clear();
  places_.clear();
  ++generation_;
}

Vocabulary::Pieces Vocabulary::pieces(std::uint32_t word) const {
  const Word before = word == 0 ? Word{} : words_[word - 1];
  const Word& here = words_[word];
  return {std::span(known_).subspan(before.known, here.known - before.known),
          std::span(unknown_pieces_).subspan(before.unknown, here.unknown - before.unknown)};
}

}  // namespace sonde
