#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A word of a parsed sentence. The walls at both ends are words too.
struct ParsedWord {
  std::string text;       // from the sentence, in lower case, empty for a wall
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

// One way to link the words of a sentence (Sleator and Temperley, Parsing English with a Link
// Grammar, 1991). The types of links are explained at
// https://www.abisource.com/projects/link-grammar/dict/.
struct Linkage {
  std::vector<ParsedWord> words;
  std::vector<ParsedLink> links;
  double cost = 0;             // the rarer its constructions, the higher
  std::size_t null_words = 0;  // words without a link
};

// Whether two linkages link the same words, by number, by the same types of links.
bool have_same_links(const Linkage& one, const Linkage& other);

// Parses English by Link Grammar and Debian's dictionary.
class LinkParser {
 public:
  virtual ~LinkParser() = default;
  // The best linkages, at most `most`. None if no linkage takes in every word, or, of a parser that
  // may leave words out, too few. The same ones
  // for the same sentence, on every machine with the same package. The sentence must be UTF-8
  // without control characters. Not safe to share between threads.
  virtual std::vector<Linkage> parse(const std::string& sentence, std::size_t most) = 0;
};

struct LinkParserOptions {
  // So many words may stay without a link if not all can have one. As few as possible do.
  std::size_t most_null_words = 0;
};

// Whether a sentence is one that Link Grammar should see: UTF-8 without control characters, not
// empty, and short enough, for the time to parse grows with the third power of the length.
bool is_fit_to_parse(std::string_view sentence);

// The place in Debian's package. An absolute path, because a name would be looked up in the working
// folder first.
constexpr const char* kEnglishDictionary = "/usr/share/link-grammar/en";

// Errors: kOutside, the dictionary is not installed or can't be read.
std::unique_ptr<LinkParser> make_link_parser(const std::string& dictionary = kEnglishDictionary,
                                             const LinkParserOptions& options = {});

}  // namespace sonde
