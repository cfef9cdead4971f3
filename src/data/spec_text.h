#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "sonde/subject.h"

namespace sonde {

// "a%20b" -> "a b". Errors: kUsage if a % is not followed by two hexadecimal digits.
std::string percent_decoded(std::string_view text);

// The inverse: what has a meaning in a spec (%, &, =, ?, #, + and controls) is encoded.
std::string percent_encoded(std::string_view text);

// Writes a spec with this kind, location and options, without name and group.
std::string composed_text(const Spec& spec);

// "NAME=REST" -> NAME and REST. If no name ([A-Za-z0-9._-]+) precedes the first "=", "" and all.
std::pair<std::string, std::string> split_name(std::string_view text);

// The kind that a probe is of, as specified: "sts?similarity=dot" is of "sts".
inline std::string kind_of_probe(std::string_view probe) {
  return std::string(probe.substr(0, probe.find('?')));
}

}  // namespace sonde
