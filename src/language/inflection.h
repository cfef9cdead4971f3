#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "language/verb_forms.h"

namespace sonde {

enum class VerbForm { kBase, kThird, kPast, kParticiple, kGerund };

// A base form put into a form, "chase" -> "chasing"; nothing where the lists leave it open. Not of
// be and modals.
std::optional<std::string> inflected(const VerbForms& forms, std::string_view base, VerbForm form);

}  // namespace sonde
