#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A sentence of the user's text with its words.
class AuditSentence {
 public:
  struct Word {
    std::string lower;               // has straight apostrophes
    std::size_t begin = 0, end = 0;  // bytes
  };

  explicit AuditSentence(std::string text);

  const std::string& text() const { return text_; }
  const std::vector<Word>& words() const { return words_; }
  std::string_view written(std::size_t word) const {
    return std::string_view(text_).substr(words_[word].begin,
                                          words_[word].end - words_[word].begin);
  }
  bool is_capital(std::size_t word) const;

  // The word after or before a place among the words, in lower case: "$" at the end of the text and
  // before a mark, "^" at the beginning and after a mark that ends a sentence, "," after another
  // mark.
  std::string_view next_of(std::size_t word) const;
  std::string_view before(std::size_t word) const;
  std::string_view between(std::size_t word) const;  // the text between a word and the next
  // Whether that is only white space.
  bool is_joined(std::size_t word) const;

  bool has(std::string_view word) const;  // in lower case
  bool has_negation() const { return has_negation_; }
  // Detected by its mark, or by its beginning if it has none.
  bool is_question() const { return is_question_; }
  // Whether it has no mark inside that ends a sentence or begins another part, and no quotation.
  bool is_single() const;
  // Whether something comes after the last word. Needs one.
  bool has_end_mark() const { return text_.size() > words_.back().end; }
  bool has_comma() const { return text_.find(',') != std::string::npos; }
  // Whether it is a yes-or-no question.
  bool is_yes_or_no() const;
  // The same, or with such a question inside: "Check if it is open". The opposite requests the
  // same.
  bool asks_whether() const;

  // The text with a part replaced. A capital at its beginning stays one.
  std::string replaced(std::size_t begin, std::size_t end, std::string with) const;
  // The same for words. "a" or "an" before them is adapted.
  std::string with_words(std::size_t first, std::size_t last, const std::string& with) const;

 private:
  std::string text_;
  std::vector<Word> words_;
  bool has_negation_ = false, is_question_ = false;
};

// Two to ninety-nine as a word. 0 for any other text.
unsigned number_word(std::string_view word);
std::string word_of_number(unsigned number);  // from 2 to 99
bool is_number(std::string_view word);        // in digits, or one of these words
bool is_ascii_digit(char c);

// How many words two sentences share at their beginnings.
std::size_t shared_start(const AuditSentence& one, const AuditSentence& other);

}  // namespace sonde
