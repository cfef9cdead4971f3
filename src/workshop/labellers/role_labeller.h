#pragma once

#include <span>
#include <string>
#include <vector>

#include "roles/role_frame.h"

namespace sonde {

// What a labeller made of a sentence.
struct LabelledSentence {
  RoleFrame frame;
  // Empty, or why the frame may lack something, for people, who are told how many sentences have
  // the same: "cannot be parsed".
  std::string doubt{};
};

// Finds the semantic roles of sentences.
class RoleLabeller {
 public:
  virtual ~RoleLabeller() = default;
  // One answer a sentence, in order. An answer depends on its sentence alone.
  virtual std::vector<LabelledSentence> label(std::span<const std::string> sentences) = 0;
};

}  // namespace sonde
