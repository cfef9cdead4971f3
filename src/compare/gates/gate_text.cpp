#include "compare/gates/gate_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sonde {
namespace {

std::string short_number(double value) {
  const std::string text = fmt::format("{}", value);
  return text.starts_with("0.") ? text.substr(1) : text;
}

}  // namespace

std::string drop_text(const Gate& gate, Better better) {
  const double smallest = gate.smallest.value_or(0);
  const std::string text = better == Better::kLower ? "no rise" : "no drop";
  return smallest == 0 ? text : text + " of " + short_number(smallest);
}

std::string bounds_text(Gate gate) {
  gate.smallest.reset();
  return asked_text(gate);
}

std::string asked_text(const Gate& gate) {
  std::string text = gate.asks_drop() ? drop_text(gate, gate.better) : "";
  const auto add = [&](const char* what, double value) {
    text += (text.empty() ? "" : ", ") + std::string(what) + short_number(value);
  };
  if (gate.at_least) add("at least ", *gate.at_least);
  if (gate.at_most) add("at most ", *gate.at_most);
  if (gate.threshold) text += " at " + short_number(*gate.threshold);
  return text;
}

Better better_of(const Gate& gate, const Result& result) {
  return gate.better == Better::kNeither ? result.better : gate.better;
}

Resampler::Wanted asked_by(const Gates& gates, std::set<std::string, std::less<>> directed) {
  return [&gates, directed = std::move(directed)](std::string_view slice, std::string_view name) {
    if (gates.gates.empty()) return slice == "all" && directed.contains(name);
    return std::ranges::any_of(gates.gates, [&](const Gate& gate) {
      if (gate.slice != slice || !gate.asks_drop()) return false;
      return gate.result.empty() ? directed.contains(name) : gate.result == name;
    });
  };
}

bool Gates::asks_base() const {
  return gates.empty() || unchanged || tolerance || std::ranges::any_of(gates, &Gate::asks_drop);
}

}  // namespace sonde
