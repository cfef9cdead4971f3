#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// How a word that stands in a sentence is written in files of word vectors.

// With its marks composed, straight apostrophes and plain hyphens.
std::string plain_word(std::string_view word);

// What a word is made of where no file has it whole: split at hyphens, before
// English clitics as the Penn Treebank does (do n't, dog 's, we 'll), and at other apostrophes.
// One part where there is nothing to split.
std::vector<std::string> parts_of_word(std::string_view word);

}  // namespace sonde
