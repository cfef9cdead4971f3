#pragma once

#include <string>
#include <string_view>

namespace sonde {

// The meaning of a text that people paste in place of ORG/NAME or a folder.
struct PastedText {
  // Without what was copied with it: ORG/NAME[@REVISION] of a page or of a folder of the cache, the
  // path in a URL.
  std::string meant;
  std::string_view fault{};  // in the text. Empty if `meant` is the text
};

// `kind`: of encoder, which the text may begin with once more.
PastedText read_pasted_text(std::string_view kind, const std::string& text);

// Whether it is the address of the hub itself, of a model or not.
bool is_hub_address(std::string_view text);

}  // namespace sonde
