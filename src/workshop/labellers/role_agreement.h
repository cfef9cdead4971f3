#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "roles/role_file.h"

namespace sonde {

// How often two labellers give a role the same phrase.
struct RoleAgreement {
  std::string role;          // its name, "Verb, base form", or "Patient or Theme"
  std::size_t expected = 0;  // phrases of the reference
  std::size_t found = 0;     // and of the other
  std::size_t same_head = 0;
  std::size_t same_phrase = 0;

  // For same_head or same_phrase. NaN if the denominator is 0.
  double precision(std::size_t same) const;
  double recall(std::size_t same) const;
  double f1(std::size_t same) const;
};

// The head of a phrase, by its words: the last before the first preposition or relative pronoun,
// those at the start not counted. Empty of an empty phrase.
std::string head_word(const std::string& phrase);

// The eight roles in order, then the verb by its base form, then Patient and Theme taken together,
// so that one counts as the other. Words are compared without case and punctuation. Errors: kUsage,
// the two have not the same number of sentences, kOutside, WordNet is not installed.
std::vector<RoleAgreement> agreement_of(const RoleRows& reference, const RoleRows& other);

// A table with a line a role: its name, how many each has, and precision, recall and F1 of heads
// and of whole phrases.
std::string agreement_table(const std::vector<RoleAgreement>& agreements);

}  // namespace sonde
