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
  // Reads verb.exc and index.* of a folder. Errors: kOutside, a file is missing; kInput with
  // file:line, it is damaged.
  explicit VerbForms(const std::filesystem::path& folder);

  bool is_base(std::string_view word) const;
  // A base form that is no noun, adjective or adverb too.
  bool is_only_verb(std::string_view word) const;
  // "goes" -> "go"; nothing for what is no verb in the third person singular.
  std::optional<std::string> base_of_third(std::string_view word) const;
  // "went" -> "go"; nothing for what differs from the base form and is no past tense of it, or
  // for what is the same ("put").
  std::optional<std::string> base_of_past(std::string_view word) const;

  // The base form of any form, "interesting" -> "interest"; the word itself where it is one, or is
  // no verb.
  std::string base_of(std::string_view word) const;

  // A base form in another form: "goes", "went", "gone", "going". Nothing where WordNet's lists
  // leave it open ("lie", "bog"). Not of be and modals.
  std::optional<std::string> inflected(std::string_view base, VerbForm form) const;

 private:
  std::optional<std::string> irregular_base(std::string_view word) const;

  std::string third_of(std::string_view base) const;
  std::optional<std::string> past_of(std::string_view base) const;
  std::optional<std::string> participle_of(std::string_view base) const;
  std::string gerund_of(std::string_view base) const;
  std::optional<std::string> listed_past(const std::string& base) const;

  std::unordered_map<std::string, std::string> exceptions_;
  std::unordered_map<std::string, std::vector<std::string>> irregular_forms_;  // by the base form
  std::unordered_map<std::string, std::string> gerunds_;  // with a consonant doubled, by the base
  std::unordered_map<std::string, bool> verbs_;           // whether it is nothing else
};

}  // namespace sonde
