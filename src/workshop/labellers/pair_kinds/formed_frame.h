#pragma once

#include <optional>
#include <string>
#include <vector>

#include "roles/role_frame.h"
#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// A word with the forms by which it is recognised elsewhere: "supplies" is a supply and to supply.
struct FormedWord {
  std::string text;
  std::vector<std::string> forms;
};

bool match(const FormedWord& a, const FormedWord& b);

using FormedWords = std::vector<FormedWord>;

bool contains(const FormedWords& words, const FormedWord& word);

bool share_word(const FormedWords& a, const FormedWords& b);

// A part between two prepositions: "the change", "in", "the weather".
struct PhrasePart {
  std::string preposition;  // empty of the first that has none
  FormedWords words;        // no function words (the head is one of them)
  FormedWord head;
};

struct Filler {
  Role role = Role::kAgent;
  std::vector<PhrasePart> parts;

  const FormedWord& head() const { return parts.front().head; }
  bool is_direct() const { return parts.front().preposition.empty(); }
  bool is_core() const { return role == Role::kPatient || role == Role::kTheme; }
  bool holds(const FormedWord& word) const;
};

struct FormedFrame {
  std::optional<FormedWord> verb;
  std::optional<Filler> subject;
  std::vector<Filler> objects;
  FormedWords all;
  bool passive = false;
  bool negated = false;  // not, n't or never modifies the verb or the time
};

// A role frame with its words by their forms. The subject is the Agent, or else the Patient, or
// else the Theme.
FormedFrame formed_frame(const RoleFrame& frame, const Lexicon& lexicon);

}  // namespace sonde
