#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/parse.h"
#include "run/tasks/merge.h"
#include "sonde/error.h"
#include "store/parts/share_file.h"

namespace sonde {

Limit parse_limit(std::string_view text) {
  if (text.empty()) return {};
  Limit limit;
  limit.count = parse_number<decltype(limit.count)>(text).value_or(0);
  if (limit.count > 0) return limit;
  const bool percent = text.ends_with('%');
  if (const auto part = parse_number<double>(percent ? text.substr(0, text.size() - 1) : text)) {
    limit.fraction = percent ? *part / 100 : *part;
    if (limit.fraction > 0 && limit.fraction <= 1) return limit;
  }
  throw usage_error("bad limit '" + std::string(text) + "'",
                    "give a number of items (1500), a fraction (0.1) or a percentage (10%)");
}

Share parse_share(std::string_view text) {
  const auto slash = text.find('/');
  const auto number = parse_number<std::uint64_t>(text.substr(0, slash));
  const auto of =
      slash == text.npos ? std::nullopt : parse_number<std::uint64_t>(text.substr(slash + 1));
  if (number && of && *number >= 1 && *number <= *of && *of <= kMostShares) return {*number, *of};
  throw usage_error(
      "bad part '" + std::string(text) + "'",
      fmt::format("give its number and how many there are, up to {}: 3/16", kMostShares));
}

}  // namespace sonde
