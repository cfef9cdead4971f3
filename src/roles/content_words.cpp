#include "roles/content_words.h"

#include <vector>

#include "base/parse.h"
#include "formats/lexicons/word_lists.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
StopWords StopWords::english() {
  StopWords stop;
  for (const auto word : word_list("en", "stop_words")) stop.words_.emplace(word);
  return stop;
}

StopWords StopWords::from_file(const std::filesystem::path& file) {
  StopWords stop;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    const auto word = trimmed(line);
    if (!word.empty()) stop.words_.insert(lower_case(word));
  }
  if (stop.words_.empty())
    throw input_error("holds no stop word", {file.string()}, "give one per line");
  return stop;
}

std::string StopWords::content_of(const std::string& phrase) const {
  if (words_.empty()) return phrase;
  std::vector<std::string_view> words;
  split_words(phrase, words);
  std::string content;
  for (const auto word : words) {
    if (words_.contains(lower_case(word))) continue;
    content += (content.empty() ? "" : " ") + std::string(word);
  }
  return content.empty() ? phrase : content;
}

Digest StopWords::digest() const {
  Hasher hasher;
  for (const auto& word : words_) hasher.add(word);
  return hasher.finish();
}

}  // namespace sonde
