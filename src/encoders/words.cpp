#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/names.h"
#include "base/threads.h"
#include "encoders/folder_encoder.h"
#include "encoders/kinds.h"
#include "encoders/vocabulary.h"
#include "encoders/word_combination.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPowers = "-inf,1,2,3,inf";

// The files of "a.txt+b.txt"; a + that belongs to a name is told by the file being there.
std::vector<fs::path> split_files(std::string_view location) {
  if (location.empty()) {
    throw usage_error("'words' needs a file", "write words:FILE or words:FILE+FILE");
  }
  std::vector<fs::path> files;
  std::size_t begin = 0;
  while (begin <= location.size()) {
    std::size_t end = std::min(location.find('+', begin), location.size());
    const std::size_t first = end;
    while (end < location.size() && !fs::exists(location.substr(begin, end - begin))) {
      end = std::min(location.find('+', end + 1), location.size());
    }
    if (!fs::exists(location.substr(begin, end - begin))) end = first;
    files.emplace_back(location.substr(begin, end - begin));
    begin = end + 1;
  }
  return files;
}

Lowering parse_lowering(const std::string& text) {
  if (text == "true") return Lowering::kAlways;
  return text == "false" ? Lowering::kNever : Lowering::kFallback;
}

std::set<std::string> read_stop_words(const std::string& file) {
  std::set<std::string> words;
  if (file.empty()) return words;
  LineReader lines{fs::path(file)};
  std::string_view line;
  while (lines.next(line)) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == line.npos) continue;
    words.insert(lower_case(line.substr(begin, line.find_last_not_of(" \t") + 1 - begin)));
  }
  return words;
}

const WordCombination& find_combination(const std::string& name) {
  return find_row(word_combinations(), "combination", name);
}

// All that the options say.
struct Choice {
  std::vector<fs::path> files;
  VocabularyOptions vocabulary;
  std::string lower, split, stop_words_file;
  const WordCombination* combination = nullptr;
  std::string powers_text;
  std::vector<double> powers;
};

Choice choose(const Spec& spec, const EncoderContext& context) {
  Options options(spec);
  Choice choice;
  choice.files = split_files(spec.location);
  auto& reading = choice.vocabulary.reading;
  const std::string form = options.choice("format", "auto", word_forms());
  if (form != "auto") reading.form = form;
  reading.language = options.text("language", "en");
  if (!context.resources.cache.empty()) reading.cache = context.resources.cache / "words";
  reading.threads = choice.vocabulary.threads = context.threads;
  choice.lower = options.choice("lower", "fallback", {"true", "false"});
  choice.vocabulary.lowering = parse_lowering(choice.lower);
  choice.split = options.choice("split", "words", {"spaces"});
  choice.vocabulary.at_spaces = choice.split == "spaces";
  choice.stop_words_file = options.text("stopwords", "");
  choice.vocabulary.stop_words = read_stop_words(choice.stop_words_file);
  choice.combination = &find_combination(options.text("combine", "mean"));
  if (choice.combination->name == "pmeans") {
    choice.powers_text = options.text("p", std::string(kPowers));
    choice.powers = parse_powers(choice.powers_text);
  }
  options.done();
  return choice;
}

Digest choice_digest(const Choice& choice, std::span<const Digest> files) {
  constexpr std::uint64_t kRevision = 1;  // changes when the same choice gives other vectors
  Hasher hasher;
  hasher.add("words").add(kRevision);
  for (const auto& file : files) hasher.add(file);
  const auto& vocabulary = choice.vocabulary;
  hasher.add(vocabulary.reading.form).add(vocabulary.reading.language);
  hasher.add(choice.lower).add(choice.split).add(choice.combination->name);
  for (const double power : choice.powers) hasher.add(power);
  hasher.add(static_cast<std::uint64_t>(vocabulary.stop_words.size()));
  for (const auto& word : vocabulary.stop_words) hasher.add(word);
  return hasher.finish();
}

// A text's known pieces of one file, in the file's order.
class Gatherer {
 public:
  Gatherer(const Vocabulary& vocabulary, std::size_t file) : vocabulary_(vocabulary), file_(file) {
    words_.dimension = vocabulary.file(file).dimension();
  }

  void start() { places_.clear(); }

  void add(std::uint32_t piece) {
    const auto& place = vocabulary_.place(piece, file_);
    if (place.row != Vocabulary::kNoRow) places_.push_back(place);
  }

  const SentenceWords& finish() {
    std::ranges::sort(places_, {}, &Vocabulary::Place::row);
    words_.vectors.clear();
    for (const auto& place : places_) words_.vectors.push_back(vocabulary_.vector(place, file_));
    return words_;
  }

 private:
  const Vocabulary& vocabulary_;
  std::size_t file_;
  std::vector<Vocabulary::Place> places_;
  SentenceWords words_;
};

// Rounds to float. False, and NaN throughout, where that leaves no vector: all zero, or not finite.
bool give(std::span<const double> vector, std::span<float> out) {
  std::ranges::transform(vector, out.begin(), [](double x) { return static_cast<float>(x); });
  const bool finite = std::ranges::all_of(out, [](float x) { return std::isfinite(x); });
  const bool zero = std::ranges::all_of(out, [](float x) { return x == 0; });
  if (finite && !zero) return true;
  std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
  return false;
}

class WordsEncoder : public Encoder {
 public:
  WordsEncoder(const Spec& spec, const EncoderContext& context)
      : choice_(choose(spec, context)), vocabulary_(choice_.files, choice_.vocabulary) {
    std::vector<Digest> digests;
    for (const auto& file : choice_.files) {
      digests.push_back(file_digest(file, digest_memo(context.resources)));
    }
    check_unchanged();
    identity_.what = choice_digest(choice_, digests);
    identity_.numerics = "sums in f64";
    add_facts();
  }

  std::span<const Identity> views() const override { return {&identity_, 1}; }

  std::size_t dimension() const override {
    std::size_t dimension = 0;
    for (std::size_t i = 0; i < vocabulary_.files(); ++i) dimension += size_of_part(i);
    return dimension;
  }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    const auto readings = vocabulary_.read(texts);
    parallel_for(readings.size(), 1, choice_.vocabulary.threads,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                     encode_reading(readings[i], out[0], remarks);
                   }
                 });
    check_unchanged();
  }

  std::vector<std::string> unknown_words(const Text& text) override {
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

 private:
  std::size_t size_of_part(std::size_t file) const {
    return vocabulary_.file(file).dimension() * std::max<std::size_t>(1, choice_.powers.size());
  }

  // Vectors of a file that was replaced since its digest was taken must not be kept under it.
  void check_unchanged() const {
    for (std::size_t i = 0; i < choice_.files.size(); ++i) {
      if (file_stamp(choice_.files[i]) == vocabulary_.file(i).stamp()) continue;
      throw input_error("the file changed during the run", {choice_.files[i].string()},
                        "run again");
    }
  }

  void encode_reading(const Vocabulary::Reading& reading, const Matrix<float>& out,
                      std::span<Remark> remarks) const {
    std::vector<Gatherer> gatherers;
    for (std::size_t i = 0; i < vocabulary_.files(); ++i) gatherers.emplace_back(vocabulary_, i);
    std::vector<double> vector(dimension());
    std::size_t begin = 0;
    for (std::size_t i = 0; i < reading.ends.size(); ++i) {
      const auto words = std::span(reading.words).subspan(begin, reading.ends[i] - begin);
      auto& remark = remarks[reading.first + i];
      remark = gather(words, gatherers);
      combine(gatherers, vector);
      remark.undefined = !give(vector, out[reading.first + i]);
      begin = reading.ends[i];
    }
  }

  Remark gather(std::span<const std::uint32_t> words, std::vector<Gatherer>& gatherers) const {
    Remark remark;
    for (auto& gatherer : gatherers) gatherer.start();
    for (const std::uint32_t word : words) {
      const auto [known, unknown] = vocabulary_.pieces(word);
      for (const auto piece : known) {
        for (auto& gatherer : gatherers) gatherer.add(piece);
      }
      remark.unknown += static_cast<std::uint32_t>(unknown.size());
      remark.tokens += static_cast<std::uint32_t>(known.size() + unknown.size());
    }
    remark.kept = remark.tokens;
    return remark;
  }

  // Each file combines the words that it has; one that has none leaves zeros.
  void combine(std::vector<Gatherer>& gatherers, std::span<double> vector) const {
    for (std::size_t i = 0; i < gatherers.size(); ++i) {
      const auto& words = gatherers[i].finish();
      const auto part = vector.first(size_of_part(i));
      if (words.vectors.empty()) {
        std::ranges::fill(part, 0.0);
      } else {
        choice_.combination->combine(words, choice_.powers, part);
      }
      vector = vector.subspan(part.size());
    }
  }

  void add_facts() {
    auto& facts = identity_.facts;
    for (std::size_t i = 0; i < choice_.files.size(); ++i) {
      const auto& file = vocabulary_.file(i);
      const auto [words, duplicates, unreadable, others] = file.counts();
      facts.emplace_back("file", choice_.files[i].filename().string());
      facts.emplace_back("format", file.form().name);
      facts.emplace_back("words", std::to_string(words));
      if (duplicates > 0) facts.emplace_back("duplicate rows", std::to_string(duplicates));
      if (unreadable > 0) facts.emplace_back("rows without UTF-8", std::to_string(unreadable));
      if (others > 0) facts.emplace_back("rows of other languages", std::to_string(others));
    }
    facts.emplace_back("dimension", std::to_string(dimension()));
    facts.emplace_back("combine", std::string(choice_.combination->name));
    if (!choice_.powers_text.empty()) facts.emplace_back("p", choice_.powers_text);
    facts.emplace_back("lower", choice_.lower);
    facts.emplace_back("split", choice_.split);
    const auto stop_words = choice_.vocabulary.stop_words.size();
    if (stop_words > 0) facts.emplace_back("stop words", std::to_string(stop_words));
  }

  Choice choice_;
  Vocabulary vocabulary_;
  Identity identity_;
};

}  // namespace

std::unique_ptr<Encoder> make_words(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<WordsEncoder>(spec, context);
}

}  // namespace sonde
