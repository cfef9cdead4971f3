#include "workshop/rating/nonsense_sentences.h"

#include "formats/lexicons/word_lists.h"
#include "formats/lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::vector<std::string> built_in(std::string_view language) {
  std::vector<std::string> sentences;
  for (const auto& row : language_table(language, "nonsense", {"sentence"}))
    sentences.emplace_back(row[0]);
  return sentences;
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> sentences;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") != line.npos) sentences.emplace_back(line);
  }
  if (sentences.empty())
    throw input_error("the file has no sentence", {file.string()}, "one per line");
  return sentences;
}

}  // namespace

std::vector<std::string> nonsense_sentences(std::string_view language,
                                            const std::filesystem::path& file) {
  if (!file.empty()) return lines_of(file);
  const std::string_view main = language.substr(0, language.find_first_of("-_"));
  if (main.empty() || main == "en") return built_in("en");
  if (main == "nl") return built_in("nl");
  throw usage_error(
      "attention checks need sentences that make no sense, and sonde has none for the language '" +
          std::string(language) + "'",
      "name a file of some with --nonsense, one per line, half as many as checks; or use --checks "
      "0");
}

}  // namespace sonde
