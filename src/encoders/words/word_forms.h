#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// How files of word vectors write a word of a sentence.

// The word with its marks composed, straight apostrophes and plain hyphens.
std::string plain_word(std::string_view word);

// The parts of a word, in case no file has it whole: split at hyphens, before English clitics as
// the Penn Treebank does (do n't, dog 's, we 'll), and at other apostrophes. One part if nothing
// can be split.
std::vector<std::string> parts_of_word(std::string_view word);

}  // namespace sonde
