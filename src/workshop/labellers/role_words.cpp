#include "workshop/labellers/role_words.h"

#include <array>
#include <cstddef>
#include <unordered_set>

namespace sonde {
namespace {

using WordSet = std::unordered_set<std::string_view>;

const WordSet& set_of(RoleWord kind) {
  // In the order of RoleWord.
  static const std::array<WordSet, 14> kSets{
      WordSet{"about",   "above",      "across",     "after",   "against", "along",
              "amid",    "among",      "around",     "as",      "at",      "before",
              "behind",  "below",      "beneath",    "beside",  "between", "beyond",
              "by",      "concerning", "despite",    "down",    "during",  "following",
              "for",     "from",       "in",         "inside",  "into",    "like",
              "near",    "of",         "off",        "on",      "onto",    "opposite",
              "outside", "over",       "past",       "pending", "per",     "regarding",
              "since",   "through",    "throughout", "till",    "to",      "toward",
              "towards", "under",      "underneath", "until",   "up",      "upon",
              "versus",  "using",      "via",        "with",    "within",  "without"},
      WordSet{"next to", "out of", "away from", "prior to", "because of", "due to", "instead of",
              "along with", "close to", "ahead of", "inside of", "outside of", "out the",
              "according to", "together with", "owing to", "thanks to", "far from", "all over"},
      WordSet{"when", "while", "whenever", "because", "although", "though", "if", "unless",
              "whereas", "once", "where", "whether"},
      WordSet{"am",    "is",  "are",   "was",    "were",  "be",     "been", "being",
              "have",  "has", "had",   "having", "do",    "does",   "did",  "can",
              "could", "may", "might", "must",   "shall", "should", "will", "would",
              "'s",    "'re", "'ve",   "'ll",    "'d",    "'m",     "not",  "n't"},
      WordSet{"a",    "an",    "the",  "this",    "that",  "these",   "those", "my",
              "your", "his",   "her",  "its",     "our",   "their",   "some",  "any",
              "no",   "every", "each", "another", "many",  "several", "both",  "all",
              "most", "few",   "one",  "two",     "three", "four",    "five",  "ten"},
      WordSet{"i",         "you",      "he",       "she",       "it",         "we",
              "they",      "me",       "him",      "her",       "us",         "them",
              "who",       "this",     "that",     "these",     "those",      "everyone",
              "everybody", "someone",  "somebody", "something", "everything", "nobody",
              "nothing",   "himself",  "herself",  "itself",    "themselves", "myself",
              "yourself",  "ourselves"},
      WordSet{"again",     "already",    "always",      "annually",     "anymore",
              "briefly",   "constantly", "continually", "continuously", "currently",
              "daily",     "early",      "eventually",  "ever",         "finally",
              "formerly",  "frequently", "generally",   "hourly",       "immediately",
              "instantly", "lately",     "later",       "monthly",      "never",
              "nightly",   "normally",   "now",         "nowadays",     "occasionally",
              "often",     "once",       "originally",  "periodically", "permanently",
              "presently", "previously", "promptly",    "rarely",       "recently",
              "regularly", "repeatedly", "seldom",      "shortly",      "sometimes",
              "soon",      "still",      "suddenly",    "temporarily",  "then",
              "today",     "tomorrow",   "tonight",     "twice",        "typically",
              "usually",   "weekly",     "yearly",      "yesterday",    "yet"},
      WordSet{"abroad",      "anywhere", "ashore",   "downstairs", "downtown",  "elsewhere",
              "everywhere",  "here",     "indoors",  "inside",     "nearby",    "nowhere",
              "outdoors",    "outside",  "overseas", "oversees",   "somewhere", "there",
              "underground", "upstairs", "worldwide"},
      WordSet{"across",  "ahead",    "along",     "apart",    "around", "aside",    "away",
              "back",    "backward", "backwards", "by",       "down",   "downward", "downwards",
              "forward", "forwards", "home",      "homeward", "off",    "out",      "over",
              "past",    "through",  "up",        "upward",   "upwards"},
      WordSet{"time",     "times",    "weekend",  "weekends",  "christmas", "moment",  "moments",
              "season",   "seasons",  "second",   "seconds",   "minute",    "minutes", "semester",
              "holidays", "lunch",    "dinner",   "breakfast", "midnight",  "noon",    "dawn",
              "dusk",     "lifetime", "mornings", "evenings",  "night",     "nights",  "week",
              "weeks",    "weekdays", "sunrise",  "sunset"},
      WordSet{"recession", "distance", "past", "future", "age", "life", "birth", "death", "speed",
              "rate", "work", "study"},
      WordSet{"into", "across", "through", "off", "onto", "toward", "towards", "past", "along",
              "up", "down", "out of", "away from", "out the"},
      WordSet{"after", "before", "during", "following", "until", "till", "since", "prior to",
              "pending"},
      WordSet{"above",  "across",     "along",       "among",    "around",    "behind",
              "below",  "beneath",    "beside",      "between",  "beyond",    "inside",
              "near",   "next to",    "off",         "onto",     "opposite",  "outside",
              "past",   "throughout", "toward",      "towards",  "under",     "underneath",
              "up",     "down",       "close to",    "all over", "inside of", "outside of",
              "out of", "away from",  "in front of", "within"}};
  return kSets[static_cast<std::size_t>(kind)];
}

}  // namespace

bool is_role_word(RoleWord kind, std::string_view word) { return set_of(kind).contains(word); }

}  // namespace sonde
