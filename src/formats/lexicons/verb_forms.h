#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sonde {

enum class VerbForm { kBase, kThird, kPast, kParticiple, kGerund };

// English verbs and their forms, by WordNet's rules (morphy(7WN)): a list of exceptions, endings
// that are taken off, and a list of verbs. All words in lower case.
class VerbForms {
 public:
  // Reads verb.exc and index.* of a folder. Errors: kOutside if a file is missing, kInput with
  // file:line if it is damaged.
  explicit VerbForms(const std::filesystem::path& folder);

  bool is_base(std::string_view word) const;
  // Whether a base form is not a noun, adjective or adverb too.
  bool is_only_verb(std::string_view word) const;
  // "goes" -> "go". Nothing for a word that is not a verb in the third person singular.
  std::optional<std::string> base_of_third(std::string_view word) const;
  // "went" -> "go". Nothing for a word that differs from the base form and is not its past tense,
  // or for one that is the same ("put").
  std::optional<std::string> base_of_past(std::string_view word) const;

  // The base form of any form, "interesting" -> "interest". The word itself if it is one, or isn't
  // a verb.
  std::string base_of(std::string_view word) const;

  // A base form in another form: "goes", "went", "gone", "going". Nothing if WordNet's lists leave
  // it open ("lie", "bog"). Not for be and modals.
  std::optional<std::string> inflected(std::string_view base, VerbForm form) const;

 private:
  std::optional<std::string> irregular_base(std::string_view word) const;

  std::string third_of(std::string_view base) const;
  std::optional<std::string> past_of(std::string_view base) const;
  std::optional<std::string> participle_of(std::string_view base) const;
  std::string gerund_of(std::string_view base) const;
  std::optional<std::string> listed_past(const std::string& base) const;

  std::unordered_map<std::string, std::string> exceptions_;
  std::unordered_map<std::string, std::vector<std::string>> irregular_forms_;  // base form -> forms
  std::unordered_map<std::string, std::string> gerunds_;  // base -> form with a consonant doubled
  std::unordered_map<std::string, bool> verbs_;           // whether it is only a verb
};

}  // namespace sonde
