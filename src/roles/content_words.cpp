#include "roles/content_words.h"

#include <vector>

#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

// Negations are no part of it: they change what a phrase says.
constexpr std::string_view kEnglish =
    "a an the this that these those "
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves "
    "he him his himself she her hers herself it its itself they them their theirs themselves "
    "who whom whose which what "
    "am is are was were be been being have has had having do does did doing "
    "can could may might must shall should will would "
    "about above across after against along among around as at before behind below beneath beside "
    "between by down during for from in inside into near of off on onto out outside over past "
    "since through throughout till to toward towards under until up upon via with within without "
    "and or but if because while than so";

}  // namespace

StopWords StopWords::english() {
  StopWords stop;
  for (const auto word : parts_of(kEnglish, ' ')) stop.words_.emplace(word);
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
    throw input_error("holds no stop word", {file.string()}, "give one a line");
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
