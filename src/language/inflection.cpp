#include "language/inflection.h"

namespace sonde {

std::optional<std::string> inflected(const VerbForms& forms, std::string_view base, VerbForm form) {
  switch (form) {
    case VerbForm::kBase:
      return std::string(base);
    case VerbForm::kThird:
      return forms.third_of(base);
    case VerbForm::kPast:
      return forms.past_of(base);
    case VerbForm::kParticiple:
      return forms.participle_of(base);
    case VerbForm::kGerund:
      return forms.gerund_of(base);
  }
  return std::nullopt;
}

}  // namespace sonde
