#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A word of a parsed sentence; the walls at both ends are words too.
struct ParsedWord {
  std::string text;       // as in the sentence, in lower case; empty for a wall
  std::string subscript;  // the dictionary's class: "v-d" of a past tense, may be empty
  std::size_t begin = 0;  // bytes of the sentence
  std::size_t end = 0;
};

// A link between two words, for instance Ss*s from a subject to its verb: type "S", rest "s*s".
struct ParsedLink {
  std::size_t left = 0;
  std::size_t right = 0;
  std::string type;
  std::string rest;
};

// One way to link all words of a sentence (Sleator and Temperley, Parsing English with a Link
// Grammar, 1991). The types of links are explained at
// https://www.abisource.com/projects/link-grammar/dict/.
struct Linkage {
  std::vector<ParsedWord> words;
  std::vector<ParsedLink> links;
  double cost = 0;  // the rarer its constructions, the higher
};

// Parses English by Link Grammar and Debian's dictionary.
class LinkParser {
 public:
  virtual ~LinkParser() = default;
  // The best linkages, at most `most`; none where no linkage takes in every word. The same ones
  // for the same sentence, on every machine with the same package. The sentence must be
  // UTF-8 without control characters. Not safe to share between threads.
  virtual std::vector<Linkage> parse(const std::string& sentence, std::size_t most) = 0;
};

// Where Debian's package has it. By its absolute path: a name would be looked for in the working
// folder first.
constexpr const char* kEnglishDictionary = "/usr/share/link-grammar/en";

// Errors: kOutside, the dictionary is not installed or can't be read.
std::unique_ptr<LinkParser> make_link_parser(const std::string& dictionary = kEnglishDictionary);

}  // namespace sonde
