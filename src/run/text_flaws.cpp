#include "run/text_flaws.h"

#include <fmt/format.h>

namespace sonde {

void TextFlaws::add(const Item& item, std::uint32_t text, const Remark& remark) {
  if (remark.unknown > 0) unknown_.add(item.texts[text]);
  if (flaw_of(remark) != Flaw::kCut) return;
  if (cut_.texts() == 0) first_cut_ = remark;
  cut_.add(item.id);
}

std::vector<std::string> TextFlaws::told(const std::string& who, const std::string& dataset) const {
  std::vector<std::string> lines;
  if (const auto line = unknown_.told(who + " on " + dataset); !line.empty()) lines.push_back(line);
  if (const auto line = cut_.told(who, dataset, Flaw::kCut); !line.empty()) {
    lines.push_back(fmt::format("{}; of the first, {} of {} tokens are encoded", line,
                                first_cut_.kept, first_cut_.tokens));
  }
  return lines;
}

}  // namespace sonde
