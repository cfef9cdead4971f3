#include "workshop/language/minimal_pairs/parsed_original.h"

#include <algorithm>
#include <utility>

#include "workshop/language/edits/parse_doubts.h"

namespace sonde {
namespace {

constexpr std::size_t kParsesAsked = 20;
// So much may parses cost more that must agree with the best, and so much what is made.
constexpr double kBarelyMore = 0.5, kMostWorse = 1;

}  // namespace

ParsedOriginal::ParsedOriginal(std::string sentence, LinkParser& parser)
    : sentence_(std::move(sentence)),
      parser_(parser),
      linkages_(parser.parse(sentence_, kParsesAsked)) {}

std::string_view ParsedOriginal::doubt() const { return doubt_of_parse(linkages_, sentence_); }

bool ParsedOriginal::is_agreed(const EditSlot& slot, const VerbForms& forms,
                               const Lexicon& lexicon) const {
  return std::ranges::all_of(linkages_, [&](const Linkage& other) {
    if (other.cost > linkages_.front().cost + kBarelyMore) return true;
    const auto slots = edit_slots(Reading(other, sentence_), forms, lexicon);
    return std::ranges::find(slots, slot) != slots.end();
  });
}

bool ParsedOriginal::is_parsed_alike(const std::string& variant) const {
  const auto linkages = parser_.parse(variant, 1);
  return !linkages.empty() && linkages.front().cost <= linkages_.front().cost + kMostWorse &&
         have_same_links(linkages.front(), linkages_.front());
}

}  // namespace sonde
