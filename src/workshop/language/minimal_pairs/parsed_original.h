#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/minimal_pairs/edit_slot.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// A sentence with its best parses, which its variants are compared with.
class ParsedOriginal {
 public:
  // The parser must outlive it.
  ParsedOriginal(std::string sentence, LinkParser& parser);

  const std::string& sentence() const { return sentence_; }
  // The others need a parse.
  bool is_parsed() const { return !linkages_.empty(); }
  Reading reading() const { return Reading(linkages_.front(), sentence_); }
  // The doubt about the best parse. Empty: none.
  std::string_view doubt() const;
  // Whether all parses as good have the slot too.
  bool is_agreed(const EditSlot& slot, const VerbForms& forms, const Lexicon& lexicon) const;
  // Whether a variant is parsed as the original is, at about the same cost.
  bool is_parsed_alike(const std::string& variant) const;

 private:
  std::string sentence_;
  LinkParser& parser_;
  std::vector<Linkage> linkages_;
};

}  // namespace sonde
