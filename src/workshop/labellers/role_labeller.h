#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roles/role_frame.h"

namespace sonde {

// A labeller's result for a sentence.
struct LabelledSentence {
  RoleFrame frame;
  // Empty, or why the frame may be incomplete, for people, with the number of sentences that have
  // the same: "cannot be parsed".
  std::string doubt{};
};

bool has_letter(std::string_view word);

// Without a verb that has no letters, such as a comma. A frame without a verb is in doubt.
LabelledSentence checked(LabelledSentence labelled);

// Finds the semantic roles of sentences.
class RoleLabeller {
 public:
  virtual ~RoleLabeller() = default;
  // One answer a sentence, in order. An answer depends on its sentence alone.
  virtual std::vector<LabelledSentence> label(std::span<const std::string> sentences) = 0;
};

}  // namespace sonde
