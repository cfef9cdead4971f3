#include "workshop/language/lexicon/listed_synonyms.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "formats/lexicons/word_lists.h"

namespace sonde {
namespace {

// In the order of VerbFrame.
constexpr std::string_view kLetters = "ODTCJA";

using Synonyms = std::map<std::string, std::vector<ListedSynonym>, std::less<>>;

Synonyms read_synonyms(std::string_view kind) {
  Synonyms all;
  for (const auto& row : language_table("en", "synonyms", {"kind", "word", "synonym", "frames"})) {
    if (row[0] != kind) continue;
    all[std::string(row[1])].push_back({std::string(row[2]), std::string(row[3])});
  }
  return all;
}

const Synonyms& list_of(WordKind kind) {
  // In the order of WordKind.
  static const std::array<Synonyms, 4> kLists{read_synonyms("noun"), read_synonyms("verb"),
                                              read_synonyms("adjective"), read_synonyms("adverb")};
  return kLists[static_cast<std::size_t>(kind)];
}

}  // namespace

bool ListedSynonym::suits(VerbFrame frame, bool same_sense) const {
  const char letter = kLetters[static_cast<std::size_t>(frame)];
  if (frames.find(letter) != frames.npos) return true;
  const char small = static_cast<char>(letter - 'A' + 'a');
  return same_sense && (frames.empty() || frames.find(small) != frames.npos);
}

const std::vector<ListedSynonym>& listed_synonyms(std::string_view verb) {
  static const std::vector<ListedSynonym> kNone;
  const auto& list = list_of(WordKind::kVerb);
  const auto found = list.find(verb);
  return found == list.end() ? kNone : found->second;
}

std::string_view listed_synonym(std::string_view word, WordKind kind) {
  const auto& list = list_of(kind);
  const auto found = list.find(word);
  return found == list.end() ? std::string_view() : found->second.front().word;
}

const std::vector<std::string_view>& words_with_sure_antonyms() {
  static const auto kWords = [] {
    auto words = word_list("en", "words_with_sure_antonyms");
    std::ranges::sort(words);
    return words;
  }();
  return kWords;
}

bool has_sure_antonym(std::string_view word) {
  return std::ranges::binary_search(words_with_sure_antonyms(), word);
}

std::vector<std::string> words_with_listed_synonyms(WordKind kind) {
  std::vector<std::string> words;
  for (const auto& [word, synonyms] : list_of(kind)) words.push_back(word);
  return words;
}

}  // namespace sonde
