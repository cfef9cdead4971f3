#pragma once

#include <string_view>

namespace sonde {

// A specification goes into run files, reports and messages, so it may hold no secret: neither an
// option, an argument or a JSON key that is named like one and has a value, nor a URL with a
// password, nor a word of the form that services give their keys. Errors: kUsage, which does not
// quote the text.
void refuse_secrets(std::string_view text);

}  // namespace sonde
