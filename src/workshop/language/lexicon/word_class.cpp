#include "workshop/language/lexicon/word_class.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

using Words = std::unordered_set<std::string_view>;

constexpr std::string_view kApostrophe = "\u2019";

const Words& words_of(WordClass kind) {
  // In the order of WordClass.
  static const std::array<Words, 14> kWords{
      Words{"not",    "cannot",   "never",   "no",     "nobody", "nothing", "nowhere",
            "none",   "no-one",   "neither", "nor",    "naught", "nought",  "without",
            "hardly", "scarcely", "barely",  "seldom", "rarely", "dont",    "doesnt",
            "didnt",  "isnt",     "wasnt",   "cant",   "wont"},
      Words{"am", "is", "are", "was", "were", "'s", "'m", "'re"},
      Words{"have", "has", "had", "'ve"},
      Words{"do", "does", "did"},
      Words{"can", "could", "may", "might", "must", "shall", "should", "will", "would", "ought",
            "'ll"},
      Words{"'d"},
      Words{"better", "best", "rather", "sooner"},
      Words{"probably",     "certainly",     "obviously",   "apparently",   "presumably",
            "possibly",     "perhaps",       "maybe",       "surely",       "evidently",
            "undoubtedly",  "supposedly",    "allegedly",   "reportedly",   "doubtless",
            "fortunately",  "unfortunately", "sadly",       "happily",      "luckily",
            "still",        "then",          "thus",        "therefore",    "hence",
            "also",         "too",           "sometimes",   "occasionally", "consequently",
            "subsequently", "nevertheless",  "nonetheless", "generally",    "please",
            "kindly"},
      Words{"almost", "nearly", "practically", "virtually", "both", "either", "half", "but", "only",
            "once", "finally", "eventually", "suddenly", "ultimately"},
      Words{"i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "who", "everyone",
            "everybody", "here"},
      Words{"i",        "you",       "we",       "they",  "who",      "which",  "that",
            "and",      "or",        "these",    "those", "some",     "many",   "most",
            "all",      "both",      "several",  "few",   "police",   "cattle", "feet",
            "teeth",    "mice",      "geese",    "fish",  "deer",     "sheep",  "data",
            "criteria", "phenomena", "bacteria", "media", "majority", "number", "lot"},
      Words{"his", "be", "been", "being", "to", "better"},
      Words{"the",       "a",          "an",       "this",     "that",       "these",   "those",
            "my",        "your",       "his",      "her",      "its",        "our",     "their",
            "some",      "all",        "every",    "each",     "both",       "another", "one",
            "one's",     "two",        "three",    "somebody", "somebody's", "someone", "someone's",
            "me",        "you",        "him",      "it",       "us",         "them",    "yourself",
            "something", "everything", "everyone", "what",     "whatever",   "how"},
      Words{"thank", "thanks", "bless", "damn", "welcome", "hail", "god", "long", "suppose",
            "granted"}};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string with_plain_apostrophes(std::string_view word) {
  std::string plain(word);
  for (auto at = plain.find(kApostrophe); at != plain.npos; at = plain.find(kApostrophe, at)) {
    plain.replace(at, kApostrophe.size(), "'");
  }
  return plain;
}

}  // namespace

bool is_a(WordClass kind, std::string_view word) {
  const std::string plain = with_plain_apostrophes(word);
  if (kind == WordClass::kNegation && plain.ends_with("n't")) return true;
  return words_of(kind).contains(plain);
}

bool has_negation(std::string_view text) {
  std::vector<std::string_view> words;
  split_words(text, words);
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return is_a(WordClass::kNegation, lower_case(word));
  });
}

}  // namespace sonde
