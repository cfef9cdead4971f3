#include "workshop/language/lexicon/listed_prepositions.h"

#include <algorithm>
#include <array>

#include "base/parse.h"
#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace {

// A palace is a kind of structure by mansion, house, dwelling, housing and others.
constexpr std::size_t kStepsToStructure = 8;

// A kind of the table, and a noun that is over its nouns in WordNet.
struct WiderNoun {
  std::string_view kind, noun;
};
constexpr std::array kWiderNouns{WiderNoun{"thing", "furniture"},
                                 WiderNoun{"structure", "structure"},
                                 WiderNoun{"structure", "facility"}};

std::string_view kind_of_noun(Category category) {
  switch (category) {
    case Category::kNounPerson:
      return "person";
    case Category::kNounAnimal:
      return "animal";
    case Category::kNounArtifact:
    case Category::kNounObject:
    case Category::kNounPlant:
      return "thing";
    case Category::kNounLocation:
      return "place";
    default:
      return "";
  }
}

}  // namespace

bool ListedPreposition::has(std::string_view what) const {
  return std::ranges::find(before, what) != before.end();
}

bool ListedPreposition::suits(const std::string& noun, const Lexicon& lexicon) const {
  static const WordSet& kPronouns = word_set("en", "pronouns_as_objects");
  if (kPronouns.contains(noun)) return has("pronoun");
  if (has(noun) || has(lexicon.base_of(noun, WordKind::kNoun))) return true;
  const auto category = lexicon.category(noun, WordKind::kNoun);
  if (category && has(kind_of_noun(*category))) return true;
  const auto is = [&](std::string_view wider) {
    return is_a_kind_of(lexicon, noun, wider, WordKind::kNoun, kStepsToStructure);
  };
  if (is("conveyance")) return has("vehicle");
  return std::ranges::any_of(
      kWiderNouns, [&](const WiderNoun& wider) { return has(wider.kind) && is(wider.noun); });
}

const std::vector<ListedPreposition>& listed_prepositions() {
  static const auto kAll = [] {
    const auto or_none = [](std::string_view word) { return word == "-" ? "" : word; };
    std::vector<ListedPreposition> all;
    for (const auto& row : language_table("en", "prepositions",
                                          {"phrase", "synonym", "opposite", "before", "example"})) {
      all.push_back(
          {parts_of(row[0], ' '), or_none(row[1]), or_none(row[2]), parts_of(row[3], ' '), row[4]});
    }
    return all;
  }();
  return kAll;
}

}  // namespace sonde
