#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "workshop/audit/sentence.h"

namespace sonde {

// Nouns that can take each other's place: a row of data/language/en/noun_groups.tsv, or of
// noun_kinds.tsv.
struct NounGroup {
  enum class Form { kCount, kMass, kGender };
  struct Noun {
    std::string singular, plural;
  };
  std::vector<Noun> nouns;
  Form form = Form::kCount;
  WordSet not_beside, not_with;  // words next to it, in the sentence
  bool is_kind = false;          // of noun_kinds.tsv
};

// A noun of a sentence that has others of its group.
struct NounMention {
  std::size_t first = 0, last = 0;  // words
  bool plural = false, possessive = false;
  std::string singular{};
  std::vector<const NounGroup*> groups{};  // that have it
  const NounGroup* group = nullptr;        // that it begins: the nouns for its place
};

class NounGroups {
 public:
  // In the groups only the first noun is replaced, in the kinds any.
  enum class Table { kGroups, kKinds };
  explicit NounGroups(Table table);

  const std::vector<NounGroup>& groups() const { return groups_; }
  // The group that a noun begins, or null.
  const NounGroup* group_of(const std::string& singular) const;
  // The nouns of a sentence by their letters alone, the longest first, without overlaps.
  std::vector<NounMention> mentions(const AuditSentence& sentence) const;

 private:
  struct Form {
    std::size_t group;
    std::size_t noun;
    bool plural;
  };
  bool add_mention(std::vector<NounMention>& found, const AuditSentence& sentence,
                   std::size_t first, std::size_t last) const;

  Table table_;
  std::vector<NounGroup> groups_;
  std::map<std::string, std::vector<Form>, std::less<>> forms_;
};

bool is_gendered_word(const AuditSentence::Word& word);
// Whether a word is a pronoun of the noun's gender, or of none.
bool agrees_with(const NounMention& noun, const AuditSentence::Word& word);
// The sentence with the pronouns after a noun in the other gender.
AuditSentence with_other_pronouns(const AuditSentence& sentence, const NounMention& noun);

}  // namespace sonde
