#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace sonde {

// Visits every distinct value of two lists in ascending order, with how often each list has it.
// Sorts some `at_once` of them at a time (more only if more are close together), so that long lists
// take no memory of their length. Values are finite.
void visit_ascending(
    std::span<const double> a, std::span<const double> b,
    const std::function<void(double value, std::uint64_t in_a, std::uint64_t in_b)>& visit,
    std::size_t at_once = 1U << 19U);

}  // namespace sonde
