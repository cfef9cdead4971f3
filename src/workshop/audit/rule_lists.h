#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/audit/noun_groups.h"
#include "workshop/audit/number_mentions.h"
#include "workshop/audit/phrases.h"

namespace sonde {

// A frame that preserves a sentence's meaning: a row of data/language/en/frames.tsv.
struct MeaningFrame {
  std::string kind, form, frame;
};

// Names by kind, such as "city".
class NameList {
 public:
  NameList();
  std::string_view kind_of(std::string_view name) const;  // empty: not a name of the list
  const std::vector<std::string>& of_kind(std::string_view kind) const;
  bool has(std::string_view name) const { return kinds_.contains(name); }

 private:
  std::map<std::string, std::string, std::less<>> kinds_;
  std::map<std::string, std::vector<std::string>, std::less<>> names_;
};

// The lists of data/language/en that rules read.
struct WordLists {
  PhraseTable phrases;
  PhraseTable fallback_phrases;
  std::vector<Unit> units;
  std::vector<MeaningFrame> frames;
  NameList names;
  NounGroups nouns{NounGroups::Table::kGroups};
  NounGroups noun_kinds{NounGroups::Table::kKinds};

  static WordLists english();
};

}  // namespace sonde
