#include "text/substitutions.h"

#include <unicode/regex.h>

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace sonde {
namespace {

void check_regex(UErrorCode status) {
  if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
}

}  // namespace

struct Substitutions::Compiled {
  std::unique_ptr<icu::RegexPattern> pattern;
  icu::UnicodeString replacement;
};

Substitutions::Substitutions(std::span<const Rule> rules) {
  for (const auto& rule : rules) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::RegexPattern> pattern(
        icu::RegexPattern::compile(utf16(rule.pattern), 0, status));
    check_regex(status);
    rules_.push_back({std::move(pattern), utf16(rule.replacement)});
  }
}

Substitutions::~Substitutions() = default;
Substitutions::Substitutions(Substitutions&&) noexcept = default;
Substitutions& Substitutions::operator=(Substitutions&&) noexcept = default;

icu::UnicodeString Substitutions::applied_to(icu::UnicodeString text) const {
  for (const auto& rule : rules_) {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::RegexMatcher> matcher(rule.pattern->matcher(text, status));
    check_regex(status);
    auto replaced = matcher->replaceAll(rule.replacement, status);
    check_regex(status);
    text = std::move(replaced);
  }
  return text;
}

icu::UnicodeString utf16(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

std::string utf8(const icu::UnicodeString& text) {
  std::string bytes;
  text.toUTF8String(bytes);
  return bytes;
}

}  // namespace sonde
