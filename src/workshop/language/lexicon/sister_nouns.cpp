#include "workshop/language/lexicon/sister_nouns.h"

#include <functional>
#include <map>

#include "formats/lexicons/word_lists.h"

namespace sonde {
namespace {

using Sisters = std::map<std::string, std::vector<std::string>, std::less<>>;

const Sisters& all_sisters() {
  static const Sisters kAll = [] {
    Sisters all;
    for (const auto& row : language_table("en", "sister_nouns", {"noun", "sisters"})) {
      for (const auto other : listed_words(row[1])) all[std::string(row[0])].emplace_back(other);
    }
    return all;
  }();
  return kAll;
}

}  // namespace

std::vector<std::string> sister_nouns(std::string_view noun) {
  const auto found = all_sisters().find(noun);
  return found == all_sisters().end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> nouns_with_sisters() {
  std::vector<std::string> nouns;
  for (const auto& [noun, others] : all_sisters()) nouns.push_back(noun);
  return nouns;
}

}  // namespace sonde
