#pragma once

#include <optional>
#include <string>

#include "workshop/audit/rules.h"

namespace sonde {

// The sentence as a continuation of other words. Nothing if its first word may be a name.
std::optional<std::string> continued(const AuditSentence& sentence, const RuleSources& sources);

// `lower` in a frame, in the style of the sentence it is made of.
std::string put_in(const MeaningFrame& frame, const AuditSentence& sentence,
                   const std::string& lower);

}  // namespace sonde
