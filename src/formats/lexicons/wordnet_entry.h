#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/error.h"

namespace sonde {

// Lines of WordNet's index.* and data.* (wndb(5WN)).

// A word of an index file, and its senses' places in the data file, the most frequent one first.
struct WordNetIndexEntry {
  std::string word;  // in lower case, with underscores for spaces
  std::vector<std::uint32_t> offsets;
  std::uint32_t counted = 0;  // how many of them were met in the texts that WordNet's authors read
};

struct WordNetPointer {
  std::string symbol;  // "!" an antonym, "@" a hypernym, "&" a similar adjective
  std::uint32_t offset = 0;
  char part = ' ';          // n v a r
  std::uint8_t source = 0;  // which word of this set, from 1 (0 is all of it)
  std::uint8_t target = 0;  // and which of the other
};

// A set of synonyms.
struct WordNetSet {
  std::uint32_t offset = 0;
  std::uint8_t category = 0;  // its lexicographer file (lexnames(5WN)), 28 is noun.time
  std::vector<std::string> words;
  std::vector<WordNetPointer> pointers;
  // For verbs: the numbers of the sentence frames that it has (wninput(5WN)), as bits. 8 is
  // "Somebody ----s something".
  std::uint64_t frames = 0;
};

// Both refuse, with kInput and the place, a line that is not an entry. A line of the licence, which
// begins with two spaces, isn't one.
WordNetIndexEntry parse_wordnet_index(std::string_view line, const Place& place);
WordNetSet parse_wordnet_set(std::string_view line, const Place& place);

}  // namespace sonde
