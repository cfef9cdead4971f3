#include "workshop/audit/texts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <istream>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/names.h"
#include "formats/json/json_lines.h"
#include "formats/lines.h"
#include "formats/tables/delimited.h"
#include "sonde/error.h"
#include "text/sentences.h"
#include "text/word_runs.h"
#include "workshop/audit/line_kinds.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

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
                    "name the one with the sentences: --column NAME");
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
  DelimitedReader rows(source.file, form_of_table(source.file));
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
  explicit TextCollector(std::string language) : language_(std::move(language)) {}

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
  // Counts all sentences, also those of another language.
  std::string_view likely_language() const { return languages_.likely(); }

 private:
  void add_sentence(const std::string& text, std::string id) {
    const std::string why(why_no_sentence(text, language_));
    if (why.empty() || why == kOtherLanguage) languages_.add(text);
    if (!why.empty()) {
      ++texts_.left_out[why];
    } else if (!seen_.insert(text).second) {
      ++texts_.left_out["duplicates"];
    } else {
      texts_.sentences.push_back({std::move(id), text});
    }
  }

  std::string language_;
  AuditTexts texts_;
  LanguageCounter languages_;
  std::unordered_set<std::string> seen_;
  SentenceSplitter splitter_{"en"};
};

void check_language(std::string_view likely, const TextSource& source, const Place& place) {
  if (source.language == "any" || likely.empty() || likely == source.language) return;
  throw input_error("seems to be " + std::string(name_of_language(likely)) + ", not " +
                        std::string(name_of_language(source.language)),
                    place,
                    "use --language nl for Dutch, and --language any for other languages: then "
                    "only numbers, case and typos are changed");
}

std::string reasons_of(const AuditTexts& texts) {
  std::string reasons;
  for (const auto& [why, count] : texts.left_out) {
    reasons += (reasons.empty() ? "; left out: " : ", ") + why + " (" + std::to_string(count) + ")";
  }
  return reasons;
}

void check_enough(const AuditTexts& texts, const Place& place) {
  for (const auto& [reason, advice] :
       {std::pair{kCodeLines, "give sentences that people write"},
        std::pair{kOtherLanguage, "name the language with --language"}}) {
    const auto found = texts.left_out.find(std::string(reason));
    if (found == texts.left_out.end() || found->second <= texts.sentences.size()) continue;
    throw input_error("is mostly " + std::string(reason) + reasons_of(texts), place, advice);
  }
  if (texts.sentences.size() > 1) return;
  const char* const what = texts.sentences.empty() ? "has no sentence" : "has only one sentence";
  throw input_error(
      what + reasons_of(texts), place,
      "an audit needs about 100 sentences for a rate of 5%, and 20 at the very least");
}

AuditTexts checked(TextCollector& collector, const TextSource& source) {
  const Place place{source.file == "-" ? "standard input" : source.file.string()};
  check_language(collector.likely_language(), source, place);
  AuditTexts texts = collector.take();
  check_enough(texts, place);
  return texts;
}

}  // namespace

AuditTexts read_audit_texts(const TextSource& source, std::istream& input) {
  TextCollector collector(source.language);
  each_line(source, input,
            [&](const std::string& text, std::size_t line) { collector.add(text, line); });
  return checked(collector, source);
}

AuditTexts audit_texts(std::span<const std::string> lines, const TextSource& source) {
  TextCollector collector(source.language);
  for (std::size_t i = 0; i < lines.size(); ++i) collector.add(lines[i], i + 1);
  return checked(collector, source);
}

std::vector<std::pair<std::string, std::string>> read_same_pairs(const fs::path& file) {
  const DelimitedForm form = form_of_table(file);
  DelimitedReader rows(file, form);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (std::vector<std::string> row; rows.next(row);) {
    const bool two = row.size() == 2;
    std::string first = two ? spaced_once(row[0]) : "", second = two ? spaced_once(row[1]) : "";
    if (first.empty() || second.empty()) {
      throw input_error(
          "is not two sentences; columns are separated by " + separator_name(form.separator),
          rows.place(), "give a pair of the same meaning per line, without a header");
    }
    if (first == second) {
      throw input_error("has the same sentence twice", rows.place(),
                        "give another wording of it, or delete the line");
    }
    const auto is_word = [](const std::string& text) { return text.find(' ') == text.npos; };
    if (pairs.empty() && std::ranges::all_of(row, is_word)) {
      throw input_error("looks like a header: '" + row[0] + "', '" + row[1] + "'", rows.place(),
                        "delete the line");
    }
    pairs.emplace_back(std::move(first), std::move(second));
  }
  if (pairs.empty()) throw input_error("has no pair", {file.string()}, "give a pair per line");
  return pairs;
}

}  // namespace sonde
