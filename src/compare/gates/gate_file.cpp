#include "sonde/compare.h"

#include <fmt/format.h>

#include <array>

#include "compare/gates/unchanged_cosines.h"
#include "data/result_names.h"
#include "formats/file_bytes.h"
#include "formats/toml/toml_entry.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 20;  // bytes of a file of gates
constexpr std::size_t kMostGates = 10000;

double difference(const TomlEntry& entry) {
  const double value = entry.number();
  if (value < 0) entry.fail("must be 0 or more");
  return value;
}

// A whole number counts items. A number with a point is a share of them.
void allow_undefined(const TomlEntry& entry, Gate& gate) {
  if (entry.node().is_integer()) {
    gate.undefined_items = static_cast<std::size_t>(entry.whole());
    return;
  }
  const double value = difference(entry);
  if (value > 1) entry.fail("must be a whole number of items, or a share from 0.0 to 1.0");
  gate.undefined_share = value;
}

std::vector<std::string> texts(const TomlEntry& entry) {
  std::vector<std::string> values;
  for (const auto& one : entry.each()) values.push_back(one.text());
  if (values.empty()) entry.fail("is an empty list");
  return values;
}

Better better(const TomlEntry& entry) {
  const std::string value = entry.text();
  if (value == "higher") return Better::kHigher;
  if (value != "lower") entry.fail("must be \"higher\" or \"lower\"");
  return Better::kLower;
}

struct GateKey {
  std::string_view name;
  void (*read)(const TomlEntry&, Gate&);
};
constexpr std::array kGateKeys{
    GateKey{"result",
            [](const TomlEntry& e, Gate& gate) { gate.result = current_result_name(e.text()); }},
    GateKey{"probe", [](const TomlEntry& e, Gate& gate) { gate.probes = texts(e); }},
    GateKey{"data", [](const TomlEntry& e, Gate& gate) { gate.datasets = texts(e); }},
    GateKey{"subject", [](const TomlEntry& e, Gate& gate) { gate.subjects = texts(e); }},
    GateKey{"base", [](const TomlEntry& e, Gate& gate) { gate.base = e.text(); }},
    GateKey{"slice", [](const TomlEntry& e, Gate& gate) { gate.slice = e.text(); }},
    GateKey{"smallest", [](const TomlEntry& e, Gate& gate) { gate.smallest = difference(e); }},
    GateKey{"at_least", [](const TomlEntry& e, Gate& gate) { gate.at_least = e.number(); }},
    GateKey{"at_most", [](const TomlEntry& e, Gate& gate) { gate.at_most = e.number(); }},
    GateKey{"threshold", [](const TomlEntry& e, Gate& gate) { gate.threshold = e.number(); }},
    GateKey{"allow_undefined", [](const TomlEntry& e, Gate& gate) { allow_undefined(e, gate); }},
    GateKey{"better", [](const TomlEntry& e, Gate& gate) { gate.better = better(e); }}};

Gate gate_of(const TomlEntry& entry) {
  const auto* table = entry.node().as_table();
  if (table == nullptr) entry.fail("must be tables: [[gate]]");
  Gate gate;
  gate.line = entry.place().line;
  read_keys(entry, *table, kGateKeys, gate);
  if (gate.result.empty()) entry.fail("names no 'result'");
  if (gate.threshold && gate.asks_drop()) {
    entry.fail("has a 'threshold': give 'at_most' or 'at_least' with it, and no 'smallest'");
  }
  if (!gate.base.empty() && gate.subjects.size() != 1) {
    entry.fail("has a 'base' and not one 'subject'");
  }
  return gate;
}

struct Key {
  std::string_view name;
  void (*read)(const TomlEntry&, Gates&);
};
constexpr std::array kKeys{
    Key{"strict", [](const TomlEntry& e, Gates& gates) { gates.strict = e.flag(); }},
    Key{"unchanged", [](const TomlEntry& e, Gates& gates) { gates.unchanged = e.flag(); }},
    Key{"tolerance", [](const TomlEntry& e, Gates& gates) { gates.tolerance = e.number(); }},
    Key{"gate", [](const TomlEntry& e, Gates& gates) {
          const auto all = e.each();
          if (!e.node().is_array() || all.empty()) e.fail("must be tables: [[gate]]");
          if (all.size() > kMostGates)
            e.fail(fmt::format("has more than {} tables: split the file", kMostGates));
          for (const auto& one : all) gates.gates.push_back(gate_of(one));
        }}};

}  // namespace

Gates parse_gates(std::string_view text, const std::string& file) {
  const toml::table document = parse_toml(text, file);
  Gates gates;
  gates.file = file;
  read_keys({file, "", document, "docs/reference/gates.md"}, document, kKeys, gates);
  if (gates.gates.empty() && !asks_unchanged(gates)) {
    throw input_error("has no [[gate]]", {file}, "without a file, nothing may drop significantly");
  }
  return gates;
}

Gates read_gates(const std::filesystem::path& file) {
  return parse_gates(read_file(file, kLargest), file.string());
}

}  // namespace sonde
