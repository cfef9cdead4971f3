#include "workshop/language/lexicon/example_senses.h"

#include <algorithm>
#include <array>

#include "formats/lexicons/wordnet.h"
#include "formats/lexicons/wordnet_entry.h"
#include "formats/lexicons/wordnet_lines.h"
#include "sonde/digest.h"

namespace sonde {
namespace {

constexpr std::array kGlossKinds{WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective,
                                 WordKind::kAdverb};

}  // namespace

ExampleSenses::ExampleSenses(const std::filesystem::path& folder) {
  std::vector<std::string_view> quotations;
  for (std::size_t i = 0; i < kGlossKinds.size(); ++i) {
    for_each_wordnet_line(
        folder / kWordNetGlossFiles[i], [&](std::string_view line, const Place& place) {
          quotations.clear();
          split_quotations(gloss_of(line, place), quotations);
          if (quotations.empty()) return;
          const auto set = static_cast<std::uint32_t>(sets_.size());
          auto set_of_line = parse_wordnet_set(line, place);
          sets_.push_back({kGlossKinds[i], set_of_line.offset, std::move(set_of_line.words)});
          for (const auto one : quotations) by_sentence_.emplace(digest_of(one).low64(), set);
        });
  }
}

std::vector<ExampleSenses::Sense> ExampleSenses::senses(std::string_view sentence) const {
  const auto [first, last] = by_sentence_.equal_range(digest_of(sentence).low64());
  std::vector<std::uint32_t> places;
  for (auto at = first; at != last; ++at) places.push_back(at->second);
  std::sort(places.begin(), places.end());
  std::vector<Sense> found;
  for (const auto place : places) found.push_back(sets_[place]);
  return found;
}

}  // namespace sonde
