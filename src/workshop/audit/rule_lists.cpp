#include "workshop/audit/rule_lists.h"

#include "formats/lexicons/word_lists.h"

namespace sonde {
namespace {

std::vector<MeaningFrame> listed_frames() {
  std::vector<MeaningFrame> frames;
  for (const auto& row : language_table("en", "frames", {"kind", "form", "frame"})) {
    frames.push_back({std::string(row[0]), std::string(row[1]), std::string(row[2])});
  }
  return frames;
}

}  // namespace

NameList::NameList() {
  for (const auto& row : language_table("en", "names", {"name", "kind"})) {
    kinds_.emplace(row[0], row[1]);
    names_[std::string(row[1])].emplace_back(row[0]);
  }
}

std::string_view NameList::kind_of(std::string_view name) const {
  const auto found = kinds_.find(name);
  return found == kinds_.end() ? std::string_view() : std::string_view(found->second);
}

const std::vector<std::string>& NameList::of_kind(std::string_view kind) const {
  static const std::vector<std::string> kNone;
  const auto found = names_.find(kind);
  return found == names_.end() ? kNone : found->second;
}

WordLists WordLists::english() {
  return {PhraseTable(language_table("en", "phrases", PhraseTable::kColumns)),
          PhraseTable(language_table("en", "fallback_phrases", PhraseTable::kColumns)),
          listed_units(), listed_frames(), NameList()};
}

}  // namespace sonde
