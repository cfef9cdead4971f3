#include "workshop/language/lexicon/concrete_adjectives.h"

#include <algorithm>

#include "formats/lexicons/word_lists.h"

namespace sonde {
namespace {

std::vector<Category> noun_categories(std::string_view kinds) {
  std::vector<Category> found;
  const auto add = [&](std::string_view kind, std::initializer_list<Category> categories) {
    if (kinds.find(kind) != kinds.npos) found.insert(found.end(), categories);
  };
  add("person", {Category::kNounPerson});
  add("animal", {Category::kNounAnimal});
  add("thing", {Category::kNounArtifact, Category::kNounObject, Category::kNounPlant});
  add("body", {Category::kNounBody});
  add("food", {Category::kNounFood});
  return found;
}

}  // namespace

const std::vector<ConcreteAdjective>& concrete_adjectives() {
  static const auto kAll = [] {
    const auto or_none = [](std::string_view word) { return word == "-" ? "" : word; };
    std::vector<ConcreteAdjective> all;
    for (const auto& row : language_table("en", "concrete_adjectives",
                                          {"adjective", "synonym", "opposite", "said_of"})) {
      all.push_back({row[0], or_none(row[1]), or_none(row[2]), noun_categories(row[3])});
    }
    return all;
  }();
  return kAll;
}

const ConcreteAdjective* concrete_adjective(std::string_view word, Category noun) {
  const auto& all = concrete_adjectives();
  const auto found = std::ranges::find_if(all, [&](const ConcreteAdjective& one) {
    return one.word == word && std::ranges::find(one.said_of, noun) != one.said_of.end();
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace sonde
