#include "report/page/page_block.h"

namespace sonde {

std::string page_block(std::string_view id, std::string_view json) {
  std::string block = "<script type=\"application/json\" id=\"" + std::string(id) + "\">";
  block.reserve(block.size() + json.size() + 32);
  for (std::size_t i = 0; i < json.size(); ++i) {
    const bool is_separator =
        json.compare(i, 3, "\u2028") == 0 || json.compare(i, 3, "\u2029") == 0;
    if (json[i] == '<') {  // in strings alone
      block += "\\u003c";
    } else if (is_separator) {
      block += json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      block += json[i];
    }
  }
  return block + "</script>\n";
}

}  // namespace sonde
