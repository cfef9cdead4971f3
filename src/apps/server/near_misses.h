#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sonde {

// Kinds and texts of passages that differ from the right one in what the query mentions. Any thread
// may call. Empty function: this program has no rules.
using NearMisses = std::function<std::vector<std::pair<std::string, std::string>>(
    const std::string& query, const std::string& passage)>;

}  // namespace sonde
