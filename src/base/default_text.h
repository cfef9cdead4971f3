#pragma once

#include <sstream>
#include <string>
#include <string_view>

namespace sonde {

// An option's help with its default, which is read from where the program reads it.
template <class Value>
std::string with_default(std::string_view help, const Value& value) {
  std::ostringstream text;
  text << help << "; default: " << value;
  return text.str();
}

}  // namespace sonde
