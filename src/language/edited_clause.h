#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "language/clause.h"
#include "language/linkage.h"
#include "language/word_class.h"

namespace sonde {

// Whether a mark that ends sentences ends a text, quotation marks aside.
bool ends_as_sentence(std::string_view text);

// The main clause of a sentence, and what is to be changed in it.
class EditedClause {
 public:
  EditedClause(const Linkage& linkage, const Clause& clause, std::string_view sentence)
      : linkage_(linkage), clause_(clause), sentence_(sentence) {}

  const Linkage& linkage() const { return linkage_; }
  const Clause& clause() const { return clause_; }
  std::size_t verb() const { return clause_.verbs.front(); }
  // A word in lower case; empty at a wall and beyond.
  std::string_view word(std::size_t at) const;
  bool is(WordClass kind, std::size_t at) const { return is_a(kind, word(at)); }
  bool is_tagged_past(std::size_t at) const;
  // No capital begins the sentence and no mark ends it.
  bool is_unmarked() const;

  void replace(std::size_t at, std::string text);
  void append(std::size_t at, const std::string& text);  // to a word
  void insert_before(std::size_t at, const std::string& text);
  void insert_after(std::size_t at, const std::string& text) { append(at, " " + text); }
  // At the beginning of the sentence "Open" becomes "Do not open", else "open" "do not open".
  void insert_do_not(std::size_t at);

  std::string text() const;  // the sentence as edited

 private:
  struct Edit {
    std::size_t begin, end;
    std::string text;
  };

  const Linkage& linkage_;
  const Clause& clause_;
  std::string_view sentence_;
  std::vector<Edit> edits_;
};

}  // namespace sonde
