#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// Words in a row: from `first` on, before `end`.
struct WordRange {
  std::size_t first = 0, end = 0;

  bool empty() const { return first >= end; }
  bool has(std::size_t at) const { return first <= at && at < end; }
};

// A sentence as one linkage reads it.
class Reading {
 public:
  Reading(const Linkage& linkage, std::string_view sentence)
      : linkage_(linkage), sentence_(sentence) {}

  const Linkage& linkage() const { return linkage_; }
  std::string_view sentence() const { return sentence_; }
  // After the last word. A mark that ends the sentence is not a word.
  std::size_t end() const;
  // A word in lower case. Empty at a wall and beyond.
  std::string_view word(std::size_t at) const;
  std::string_view subscript(std::size_t at) const;
  // Whether the dictionary has the word here as a verb, or as its -ing form.
  bool is_verb(std::size_t at) const {
    const auto tag = subscript(at);
    return tag.starts_with('v') || tag.starts_with('g');
  }
  bool is_one_of(std::size_t at, std::initializer_list<std::string_view> words) const;

  // The text in the sentence, for several words with all between them.
  std::string text(std::size_t at) const { return text(WordRange{at, at + 1}); }
  std::string text(WordRange words) const;
  // The text before the first word and after the last.
  std::string_view before() const;
  std::string_view behind() const;

  // Whether the sentence begins with a capital, as a sentence and not as a name does.
  bool begins_with_capital() const;
  // Whether it has a comma, a quotation mark, a bracket or the like between its words.
  bool has_inner_marks(WordRange words) const;

  // The link from a word to the right or left, of one of the types "|...|". nullptr: none.
  const ParsedLink* right(std::size_t at, std::string_view types) const {
    return link_right(linkage_, at, types);
  }
  const ParsedLink* left(std::size_t at, std::string_view types) const {
    return link_left(linkage_, at, types);
  }

 private:
  const Linkage& linkage_;
  std::string_view sentence_;
};

// Concatenates words, with one space between.
std::string joined(std::initializer_list<std::string> parts);

// Makes the first letter, if it is ASCII, a capital or not.
std::string capitalised(std::string text);
std::string uncapitalised(std::string text);

}  // namespace sonde
