#include "data/result_names.h"

#include <algorithm>
#include <array>

#include "data/spec_text.h"

namespace sonde {
namespace {

struct Renamed {
  std::string_view probe, before, now;
};
// cmake/tables.cmake writes a row for each former name in a probe's folder.
constexpr auto kRenamed = std::to_array<Renamed>({
#include SONDE_FORMER_RESULTS
});

}  // namespace

std::string current_result_name(std::string_view name, std::string_view probe) {
  const std::string kind = kind_of_probe(probe);
  const auto found = std::ranges::find_if(kRenamed, [&](const Renamed& row) {
    return row.before == name && (kind.empty() || row.probe == kind);
  });
  return std::string(found == kRenamed.end() ? name : found->now);
}

}  // namespace sonde
