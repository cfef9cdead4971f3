#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The tokens of one sentence by the Penn Treebank's rules, punctuation among them: the output of
// NLTK's NLTKWordTokenizer, which word_tokenize() calls for each sentence. `text` is UTF-8.
std::vector<std::string> treebank_words(std::string_view text);

}  // namespace sonde
