#include "workshop/audit/texts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <istream>
#include <set>
#include <string_view>
#include <unordered_set>

#include "base/names.h"
#include "formats/json/json_lines.h"
#include "formats/lines.h"
#include "formats/tables/delimited.h"
#include "sonde/error.h"
#include "text/sentences.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostWords = 60;
constexpr std::array<std::string_view, 3> kColumns{"sentence", "text", "question"};

using TakeLine = std::function<void(const std::string& text, std::size_t line)>;

std::size_t chosen_column(const std::vector<std::string>& names, const std::string& column,
                          const Place& place) {
  const auto find = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  if (!column.empty()) {
    if (const auto at = find(column); at < names.size()) return at;
    throw input_error("has no column '" + column + "'", place,
                      did_you_mean(column, names, "its columns are " + first_of(names)));
  }
  for (const auto name : kColumns) {
    if (const auto at = find(name); at < names.size()) return at;
  }
  if (names.size() == 1) return 0;
  throw input_error("has several columns: " + first_of(names), place,
                    "say which one has the sentences: --column NAME");
}

void read_json(const TextSource& source, const TakeLine& take) {
  JsonLinesReader rows(source.file);
  std::vector<std::string> values;
  std::size_t at = 0;
  for (bool first = true; rows.next(values); first = false) {
    if (first) at = chosen_column(rows.names(), source.column, rows.place());
    if (at < values.size()) take(values[at], rows.place().line);
  }
}

void read_columns(const TextSource& source, const TakeLine& take) {
  const bool commas = source.file.extension() == ".csv";
  DelimitedReader rows(source.file, {commas ? ',' : '\t', commas});
  std::vector<std::string> values;
  if (!rows.next(values)) return;
  const std::size_t columns = values.size();
  const std::size_t at = chosen_column(values, source.column, rows.place());
  while (rows.next(values)) {
    if (values.size() != columns) {
      throw input_error("has " + std::to_string(values.size()) + " columns, the header has " +
                            std::to_string(columns),
                        rows.place(), "correct the line");
    }
    take(values[at], rows.place().line);
  }
}

void read_plain(LineReader lines, const TakeLine& take) {
  for (std::string_view line; lines.next(line);) take(std::string(line), lines.place().line);
}

void each_line(const TextSource& source, std::istream& input, const TakeLine& take) {
  if (source.file == "-") return read_plain(LineReader(input, "standard input"), take);
  const auto extension = source.file.extension();
  if (extension == ".tsv" || extension == ".csv") return read_columns(source, take);
  if (fs::is_regular_file(source.file) && is_json_lines(source.file)) {
    return read_json(source, take);
  }
  if (!source.column.empty()) return read_columns(source, take);
  read_plain(LineReader(source.file), take);
}

// Collects sentences, each once.
class TextCollector {
 public:
  void add(const std::string& line, std::size_t number) {
    ++texts_.lines;
    const std::string text = spaced_once(line);
    if (count_words(text) <= kMostWords) return add_sentence(text, std::to_string(number));
    std::vector<std::string> sentences;
    splitter_.split(text, sentences);
    if (sentences.size() > 1) ++texts_.split;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      add_sentence(sentences[i], std::to_string(number) + "." + std::to_string(i + 1));
    }
  }
  AuditTexts take() { return std::move(texts_); }

 private:
  void add_sentence(const std::string& text, std::string id) {
    const std::string why = why_no_sentence(text);
    if (!why.empty()) {
      ++texts_.left_out[why];
    } else if (!seen_.insert(text).second) {
      ++texts_.left_out["duplicates"];
    } else {
      texts_.sentences.push_back({std::move(id), text});
    }
  }

  AuditTexts texts_;
  std::unordered_set<std::string> seen_;
  SentenceSplitter splitter_{"en"};
};

// Frequent words of some languages that the others do not have.
struct LanguageWords {
  std::string_view language, name;
  std::set<std::string_view> words;
};

const std::array<LanguageWords, 5>& language_words() {
  static const std::array<LanguageWords, 5> kLanguages{
      {{"en", "English", {"the",  "and", "of",   "to",   "a",  "is", "are",  "my", "you",  "how",
                          "with", "for", "this", "what", "on", "it", "your", "at", "from", "not"}},
       {"nl", "Dutch", {"de",   "het",  "een", "en",  "van", "ik",  "niet", "hoe", "mijn", "met",
                        "voor", "zijn", "op",  "dat", "te",  "wat", "naar", "ook", "kan",  "bij"}},
       {"de", "German", {"der", "die",  "das", "und", "ist",      "ich",  "nicht",
                         "ein", "eine", "wie", "mit", "f\u00fcr", "mein", "meine",
                         "auf", "zu",   "den", "dem", "von",      "sind"}},
       {"fr", "French", {"le",   "la",  "les",  "et",   "est", "je",  "une",
                         "des",  "du",  "pour", "avec", "mon", "ma",  "comment",
                         "dans", "que", "pas",  "sur",  "qui", "vous"}},
       {"es", "Spanish", {"el",   "los", "las",       "y",         "es",    "una",     "con",
                          "para", "mi",  "c\u00f3mo", "qu\u00e9",  "por",   "del",     "se",
                          "al",   "lo",  "su",        "est\u00e1", "puedo", "m\u00e1s"}}}};
  return kLanguages;
}

void check_language(const AuditTexts& texts, const TextSource& source, const Place& place) {
  const std::string likely = likely_language(texts.sentences);
  if (source.language == "any" || likely.empty() || likely == source.language) return;
  const auto found = std::ranges::find(language_words(), likely, &LanguageWords::language);
  throw input_error("seems to be " + std::string(found->name) + ", not " + source.language, place,
                    "say --language nl for Dutch, and --language any for other languages: then "
                    "only numbers, case and typos are changed");
}

void check_enough(const AuditTexts& texts, const Place& place) {
  const auto code = texts.left_out.find("code or log lines");
  if (code != texts.left_out.end() && 2 * code->second > texts.lines) {
    throw input_error("is mostly code or log lines (" + std::to_string(code->second) + " of " +
                          std::to_string(texts.lines) + ")",
                      place, "give sentences that people write");
  }
  if (texts.sentences.size() > 1) return;
  std::string reasons;
  for (const auto& [why, count] : texts.left_out) {
    reasons += (reasons.empty() ? "; left out: " : ", ") + std::to_string(count) + " " + why;
  }
  throw input_error(
      (texts.sentences.empty() ? "has no sentence" : "has only one sentence") + reasons, place,
      "an audit needs about 100 sentences for a rate of 5%, and 20 at the very least");
}

}  // namespace

std::string why_no_sentence(const std::string& text) {
  if (text.empty()) return "blank lines";
  if (count_words(text) > kMostWords) return "longer than 60 words";
  std::size_t letters = 0, others = 0, characters = 0;
  for (std::size_t at = 0; at < text.size(); ++characters) {
    const char32_t c = next_code_point(text, at);
    if (is_letter(c) || is_mark(c)) ++letters;
    if (c < 0x80 && std::string_view("{}[]<>=|\\_;/*^~`@").find(static_cast<char>(c)) !=
                        std::string_view::npos) {
      ++others;
    }
  }
  const bool stamped = text.size() > 10 && text[4] == '-' && text[7] == '-' && text[0] == '2';
  if (stamped || 12 * others > characters || 2 * letters < characters) return "code or log lines";
  if (count_words(text) < 2) return "single words";
  return {};
}

std::string likely_language(const std::vector<AuditText>& sentences) {
  std::array<std::size_t, 5> hits{};
  for (const auto& sentence : sentences) {
    std::vector<std::string_view> words;
    const std::string lower = lower_case(sentence.text);
    split_words(lower, words);
    for (const auto word : words) {
      for (std::size_t i = 0; i < hits.size(); ++i)
        hits[i] += language_words()[i].words.count(word);
    }
  }
  const auto best = std::ranges::max_element(hits);
  const bool clear = std::ranges::all_of(
      hits, [&](const std::size_t& other) { return &other == &*best || *best > 2 * other; });
  constexpr std::size_t kFewest = 10;
  if (*best < kFewest || !clear) return {};
  return std::string(language_words()[static_cast<std::size_t>(best - hits.begin())].language);
}

AuditTexts read_audit_texts(const TextSource& source, std::istream& input) {
  TextCollector collector;
  each_line(source, input,
            [&](const std::string& text, std::size_t line) { collector.add(text, line); });
  AuditTexts texts = collector.take();
  const Place place{source.file == "-" ? "standard input" : source.file.string()};
  check_enough(texts, place);
  check_language(texts, source, place);
  return texts;
}

std::vector<std::pair<std::string, std::string>> read_same_pairs(const fs::path& file) {
  DelimitedReader rows(file);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (std::vector<std::string> row; rows.next(row);) {
    if (row.size() != 2 || spaced_once(row[0]).empty() || spaced_once(row[1]).empty()) {
      throw input_error("is not two sentences with a tab between them", rows.place(),
                        "give a pair of the same meaning per line, without a header");
    }
    pairs.emplace_back(spaced_once(row[0]), spaced_once(row[1]));
  }
  if (pairs.empty()) throw input_error("has no pair", {file.string()}, "give a pair per line");
  return pairs;
}

}  // namespace sonde
