#include "encoders/words/words_choice.h"

#include <algorithm>

#include "base/names.h"
#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// The files of "a.txt+b.txt". A + belongs to a name if the file with it exists.
std::vector<fs::path> split_files(std::string_view location) {
  if (location.empty()) {
    throw usage_error("'words' needs a file", "write words:FILE or words:FILE+FILE");
  }
  const auto next = [&](std::size_t from) {
    return std::min(location.find('+', from), location.size());
  };
  std::vector<fs::path> files;
  for (std::size_t begin = 0; begin <= location.size();) {
    const std::size_t first = next(begin);
    std::size_t end = first;
    const auto named = [&] { return location.substr(begin, end - begin); };
    while (end < location.size() && !fs::exists(named())) end = next(end + 1);
    if (!fs::exists(named())) end = first;
    if (named().empty()) {
      throw usage_error("'words:" + std::string(location) + "' names an empty file",
                        "write words:FILE or words:FILE+FILE");
    }
    files.emplace_back(named());
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
    const auto word = trimmed(line, " \t");
    if (!word.empty()) words.insert(lower_case(word));
  }
  return words;
}

void choose_vocabulary(WordsChoice& choice, Options& options, const EncoderContext& context) {
  auto& vocabulary = choice.vocabulary;
  const std::string form = options.choice("format", "auto", word_forms());
  if (form != "auto") vocabulary.reading.form = form;
  vocabulary.reading.language = options.text("language", "en");
  const auto& cache = context.resources.cache;
  if (!cache.empty()) vocabulary.reading.cache = cache / "words";
  vocabulary.reading.threads = vocabulary.threads = context.threads;
  choice.lower = options.choice("lower", "fallback", {"true", "false"});
  vocabulary.lowering = parse_lowering(choice.lower);
  choice.split = options.choice("split", "words", {"spaces"});
  vocabulary.at_spaces = choice.split == "spaces";
  vocabulary.stop_words = read_stop_words(options.text("stopwords", ""));
}

SifChoice choose_sif(Options& options, Lowering lowering) {
  SifChoice sif;
  sif.a = options.number("a", sif.a);
  if (!(sif.a > 0)) throw usage_error("option a of sif is not above 0", "the default is 0.001");
  sif.frequencies = options.text("frequencies", sif.frequencies);
  if (sif.frequencies != "rank" && !sif.counts_texts()) {
    sif.tallies = read_word_counts(sif.frequencies, lowering != Lowering::kNever);
  }
  sif.removes_component = options.integer("components", 1, 0, 1) == 1;
  if (sif.is_fitted_on_texts()) sif.fit = options.text("fit", "");
  return sif;
}

}  // namespace

WordsChoice choose_words(const Spec& spec, const EncoderContext& context) {
  Options options(spec);
  WordsChoice choice;
  choice.files = split_files(spec.location);
  choose_vocabulary(choice, options, context);
  choice.combination =
      &find_row(word_combinations(), "value of combine:", options.text("combine", "mean"));
  if (choice.combination->name == "conv" && options.flag("published", false)) {
    choice.combination = &published_convolution();
  }
  if (choice.combination->name == "pmeans") {
    choice.powers_text = options.text("p", "-inf,1,2,3,inf");
    choice.powers = parse_powers(choice.powers_text);
  }
  if (choice.combination->name == "sif") {
    choice.sif = choose_sif(options, choice.vocabulary.lowering);
  }
  options.done();
  return choice;
}

Digest digest_of_choice(const WordsChoice& choice) {
  constexpr std::uint64_t kRevision = 1;  // changes when the same choice gives other vectors
  const auto number = [](std::size_t n) { return static_cast<std::uint64_t>(n); };
  const auto& [reading, lowering, at_spaces, stop_words, threads] = choice.vocabulary;
  Hasher hasher;
  hasher.add("words").add(kRevision).add(reading.form).add(reading.language);
  hasher.add(choice.lower).add(choice.split).add(choice.combination->name);
  hasher.add(number(choice.powers.size()));
  for (const double power : choice.powers) hasher.add(power);
  hasher.add(number(stop_words.size()));
  for (const auto& word : stop_words) hasher.add(word);
  if (choice.sif) {
    const auto& sif = *choice.sif;
    hasher.add(sif.a).add(number(sif.removes_component)).add(number(sif.tallies.size()));
    if (sif.tallies.empty()) hasher.add(sif.frequencies);
    for (const auto& [word, count] : sif.tallies) hasher.add(word).add(count);
  }
  return hasher.finish();
}

void add_facts(Facts& facts, const WordsChoice& choice) {
  facts.emplace_back("combine", std::string(choice.combination->name));
  if (!choice.powers_text.empty()) facts.emplace_back("p", choice.powers_text);
  if (choice.sif) {
    const auto& sif = *choice.sif;
    facts.emplace_back("a", std::to_string(sif.a));
    facts.emplace_back("frequencies", fs::path(sif.frequencies).filename().string());
    facts.emplace_back("components removed", sif.removes_component ? "1" : "0");
    if (!sif.fit.empty()) facts.emplace_back("fitted on", fs::path(sif.fit).filename().string());
  }
  facts.emplace_back("lower", choice.lower);
  facts.emplace_back("split", choice.split);
  const auto stop_words = choice.vocabulary.stop_words.size();
  if (stop_words > 0) facts.emplace_back("stop words", std::to_string(stop_words));
}

}  // namespace sonde
