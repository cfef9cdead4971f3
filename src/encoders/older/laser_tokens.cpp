#include "encoders/older/laser_tokens.h"

#include <algorithm>
#include <array>

#include "base/counted.h"
#include "base/parse.h"
#include "formats/json/json.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Languages that have a file in Moses.
constexpr std::array<std::string_view, 22> kWithPrefixes{
    "ca", "cs", "de", "en", "es", "fi", "fr", "ga", "hu", "is", "it",
    "lt", "lv", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "ta"};
constexpr std::array<std::string_view, 7> kRefused{"cmn", "el", "ja", "jpn", "wuu", "yue", "zh"};

// One word per line, perhaps followed by "#NUMERIC_ONLY#". Lines that begin with # are comments.
NonbreakingPrefixes read_prefixes(const fs::path& file) {
  constexpr std::string_view kOnlyNumbers = "#NUMERIC_ONLY#";
  NonbreakingPrefixes prefixes;
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    auto word = trimmed(line);
    if (word.empty() || word.starts_with('#')) continue;
    const auto mark = word.find(kOnlyNumbers);
    const bool only_numbers = mark != word.npos;
    if (only_numbers) word = trimmed(word.substr(0, mark));
    (only_numbers ? prefixes.before_numbers : prefixes.always).emplace(word);
  }
  return prefixes;
}

}  // namespace

std::string laser_language(Options& options) {
  const std::string language = options.text("language", "en");
  const bool is_code = (language.size() == 2 || language.size() == 3) &&
                       std::ranges::all_of(language, [](char c) { return c >= 'a' && c <= 'z'; });
  if (!is_code) {
    throw usage_error("'" + language + "' is not a code of a language",
                      "write its two letters: language=de");
  }
  if (std::ranges::count(kRefused, language) == 0) return language;
  throw usage_error("LASER's text in '" + language +
                        "' goes through another program first, to find its words "
                        "or to write it in Latin letters; sonde has none",
                    "encode it with laserembeddings and give the vectors: vectors:FILE");
}

LaserFiles laser_files(const fs::path& folder, std::string_view language) {
  const bool has_own = std::ranges::count(kWithPrefixes, language) > 0;
  const std::string prefixes = "nonbreaking_prefix." + std::string(has_own ? language : "en");
  LaserFiles files{folder / "dictionary.json", folder / "93langs.fcodes", folder / "93langs.fvocab",
                   folder / prefixes};
  if (fs::is_regular_file(files.prefixes)) return files;
  throw input_error("is missing", {files.prefixes.string()},
                    "copy it from Moses, or from data/nonbreaking_prefixes of sacremoses");
}

LaserTokens::LaserTokens(const LaserFiles& files, std::string_view language, std::size_t rows)
    : moses_(language, read_prefixes(files.prefixes)), bpe_(files.codes, files.vocabulary) {
  read_dictionary(files.dictionary, rows);
}

void LaserTokens::read_dictionary(const fs::path& file, std::size_t rows) {
  const auto json = read_json(file);
  const auto refuse = [&](const std::string& what) {
    throw input_error(what, {file.string()}, "write it from the model's 'dictionary' again");
  };
  if (!json.is_object()) refuse("is not an object of pieces and their numbers");
  for (const auto& [piece, number] : json.items()) {
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() >= rows) {
      refuse("'" + piece + "' has the number " + number.dump() + ", but the model has " +
             counted(rows, "embedding"));
    }
    numbers_.emplace(piece, number.get<std::uint32_t>());
  }
  const auto special = [&](const std::string& piece) {
    if (!number(piece)) refuse("lacks '" + piece + "'");
    return *number(piece);
  };
  end_ = special("</s>");
  unknown_ = special("<unk>");
}

std::vector<std::string> LaserTokens::pieces(std::string_view text) const {
  const std::string tokenized = lower_case(moses_.tokenized(text));
  std::vector<std::string_view> words;
  split_at_spaces(tokenized, words);
  std::vector<std::string> pieces;
  for (const auto word : words) bpe_.split(word, pieces);
  return pieces;
}

std::optional<std::uint32_t> LaserTokens::number(const std::string& piece) const {
  const auto found = numbers_.find(piece);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace sonde
