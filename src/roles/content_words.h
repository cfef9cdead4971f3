#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "sonde/digest.h"

namespace sonde {

// Words that are left out of a phrase before its words' vectors are averaged.
class StopWords {
 public:
  StopWords() = default;  // none
  // English articles, pronouns, auxiliaries, prepositions and conjunctions.
  static StopWords english();
  // One word per line. Errors: kInput if the file cannot be read or holds no word.
  static StopWords from_file(const std::filesystem::path& file);

  // The words of a phrase other than these, whatever their case, separated by spaces. A phrase of
  // stop words alone, and any phrase without stop words in the list, stays as it is.
  std::string content_of(const std::string& phrase) const;
  Digest digest() const;

 private:
  std::set<std::string, std::less<>> words_;  // in lower case
};

}  // namespace sonde
