#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The tokens of one sentence as the Penn Treebank has them, punctuation among them: what NLTK's
// NLTKWordTokenizer gives, which word_tokenize() calls for each sentence. `text` is UTF-8.
std::vector<std::string> treebank_words(std::string_view text);

}  // namespace sonde
