#pragma once

#include <string>
#include <string_view>

namespace sonde {

// The text with [key] wherever it holds the key, as it is or spelled with escapes of JSON (\u003d,
// \/, also of JSON within JSON), of URLs (%3D) or of HTML (&#61;, &amp;). The rest of JSON is JSON.
// A start of at least 8 characters that the text's end cuts off goes too.
std::string without_key(std::string_view text, std::string_view key);

}  // namespace sonde
