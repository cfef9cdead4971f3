#pragma once

#include <unicode/unistr.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Regular expressions as ICU reads them, each replaced throughout a text, in order. Safe from
// several threads.
class Substitutions {
 public:
  struct Rule {
    std::string pattern;
    std::string replacement;  // $1 is the first group
  };
  explicit Substitutions(std::span<const Rule> rules);
  ~Substitutions();
  Substitutions(Substitutions&&) noexcept;
  Substitutions& operator=(Substitutions&&) noexcept;

  icu::UnicodeString applied_to(icu::UnicodeString text) const;

 private:
  struct Compiled;
  std::vector<Compiled> rules_;
};

icu::UnicodeString utf16(std::string_view text);
std::string utf8(const icu::UnicodeString& text);

}  // namespace sonde
