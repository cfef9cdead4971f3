#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// A verb or adjective and the sentence that it is in.
struct SlotPlace {
  const Reading& reading;
  std::size_t at;
  WordKind kind;
  const std::string& base;
  const Lexicon& lexicon;

  bool is_verb() const { return kind == WordKind::kVerb; }
  std::string_view behind() const { return reading.word(at + 1); }
  const std::vector<ParsedLink>& links() const { return reading.linkage().links; }
};

// Why another word there may not change or preserve the meaning. Empty: nothing.
std::string_view doubt_of(const SlotPlace& place);

// The verb of a clause.
struct VerbPlace {
  const Reading& reading;
  std::size_t verb;
  bool after_auxiliary;
};

// The frames of verbs in WordNet of which another verb there should have one, as bits.
std::uint64_t frames_of(const VerbPlace& place);

RuleExamples slot_place_examples();

}  // namespace sonde
