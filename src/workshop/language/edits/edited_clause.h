#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/negation.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// Whether a mark that ends sentences ends a text, quotation marks aside.
bool ends_as_sentence(std::string_view text);

// A clause of a sentence, and what is to be changed in it.
class EditedClause {
 public:
  EditedClause(const Linkage& linkage, const Clause& clause, std::string_view sentence,
               bool contract = false)
      : linkage_(linkage), clause_(clause), sentence_(sentence), contract_(contract) {}

  const Linkage& linkage() const { return linkage_; }
  const Clause& clause() const { return clause_; }
  std::size_t verb() const { return clause_.verbs.front(); }
  // A word in lower case. Empty at a wall and beyond.
  std::string_view word(std::size_t at) const;
  bool is(WordClass kind, std::size_t at) const { return is_a(kind, word(at)); }
  bool contract() const { return contract_; }  // whether "isn't" is wanted
  bool is_tagged_past(std::size_t at) const;
  bool ends_as_sentence() const { return sonde::ends_as_sentence(sentence_); }
  // No capital begins the sentence and no mark ends it.
  bool is_unmarked() const;

  void replace(std::size_t at, std::string text);
  // Replaces a word's bytes after the first `kept`.
  void replace_end(std::size_t at, std::size_t kept, std::string text);
  void append(std::size_t at, const std::string& text);  // to a word
  void insert_before(std::size_t at, const std::string& text);
  void insert_after(std::size_t at, const std::string& text) { append(at, " " + text); }
  // At the beginning of the sentence "Open" becomes "Do not open", else "open" "do not open".
  void insert_do_not(std::size_t at);
  // Also removes the white space after it. The next word takes its capital.
  void remove(std::size_t at);
  void note(std::string_view rule) { rules_.push_back(rule); }

  Negated negated() const { return {text(), rules_}; }

 private:
  struct Edit {
    std::size_t begin, end;
    std::string text;
  };

  std::string text() const;  // the sentence as edited

  const Linkage& linkage_;
  const Clause& clause_;
  std::string_view sentence_;
  bool contract_;
  std::vector<std::string_view> rules_;
  std::vector<Edit> edits_;
};

}  // namespace sonde
