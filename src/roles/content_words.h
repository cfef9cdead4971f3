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
  // A word a line. Errors: kInput where the file cannot be read or holds no word.
  static StopWords from_file(const std::filesystem::path& file);

  // The words of a phrase that are none of these, whatever their case, with a space between. A
  // phrase of stop words alone, and any phrase where there are no stop words, stays as it is.
  std::string content_of(const std::string& phrase) const;
  Digest digest() const;

 private:
  std::set<std::string, std::less<>> words_;  // in lower case
};

}  // namespace sonde
