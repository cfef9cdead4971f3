#include "run/items/encoding_flaws.h"

#include <fmt/format.h>

#include <cstddef>

namespace sonde {

void EncodingFlaws::add(const Item& item, std::uint32_t text, const Remark& remark) {
  if (remark.unknown > 0) unknown_.add(item.texts[text]);
  if (flaw_of(remark) != Flaw::kCut) return;
  if (cut_.texts() == 0) first_cut_ = remark;
  cut_.add(item.id);
}

std::vector<std::string> EncodingFlaws::told(const std::string& who,
                                             const std::string& dataset) const {
  std::vector<std::string> lines;
  if (const auto line = unknown_.told(who + " on " + dataset); !line.empty()) lines.push_back(line);
  if (const auto line = cut_.told(who, dataset, Flaw::kCut); !line.empty()) {
    lines.push_back(fmt::format("{}; of the first, {} of {} tokens are encoded", line,
                                first_cut_.kept, first_cut_.tokens));
  }
  return lines;
}

std::vector<std::string> ReportedFlaws::lines(const Spec& encoder, const std::string& name,
                                              const std::string& dataset,
                                              const EncodingFlaws& flaws) {
  const auto of_file = flaws.told(encoder.kind + ":" + encoder.location, dataset);
  const auto all = flaws.told(name, dataset);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (told_.insert(of_file[i]).second) lines.push_back(all[i]);
  }
  return lines;
}

}  // namespace sonde
