#include "sonde/compare.h"

#include <array>
#include <cmath>

#include "base/at_place.h"
#include "base/names.h"
#include "formats/file_bytes.h"
#include "formats/toml.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 20;  // bytes of a file of gates
constexpr std::size_t kMostGates = 10000;

// A key's value, with what an error about it needs.
struct Entry {
  const std::string& file;
  std::string key;
  const toml::node& node;

  Place place() const { return {file, node.source().begin.line}; }
  [[noreturn]] void fail(const std::string& what) const {
    throw input_error("'" + key + "' " + what, place(), "see docs/compare.md");
  }
  std::string text() const {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) fail("must be a text");
    return *value;
  }
  bool flag() const {
    const auto value = node.value_exact<bool>();
    if (!value) fail("must be true or false");
    return *value;
  }
  double number() const {
    if (const auto whole = node.value_exact<std::int64_t>()) return static_cast<double>(*whole);
    const auto value = node.value_exact<double>();
    if (!value || !std::isfinite(*value)) fail("must be a number");
    return *value;
  }
  double difference() const {
    const double value = number();
    if (value < 0) fail("must be 0 or more");
    return value;
  }
  // A whole number counts items; one with a point is a share of them.
  void allow_undefined(Gate& gate) const {
    if (const auto whole = node.value_exact<std::int64_t>()) {
      if (*whole < 0) fail("must be 0 or more");
      gate.undefined_items = static_cast<std::size_t>(*whole);
      return;
    }
    const double value = difference();
    if (value <= 1) {
      gate.undefined_share = value;
    } else {
      fail("must be a whole number of items, or a share from 0.0 to 1.0");
    }
  }
  std::vector<std::string> texts() const {
    const auto* array = node.as_array();
    if (array == nullptr) return {text()};
    if (array->empty()) fail("is an empty list");
    std::vector<std::string> values;
    for (const auto& one : *array) values.push_back(Entry{file, key, one}.text());
    return values;
  }
  Better better() const {
    const std::string value = text();
    if (value == "higher") return Better::kHigher;
    if (value != "lower") fail("must be \"higher\" or \"lower\"");
    return Better::kLower;
  }
};

struct GateKey {
  std::string_view name;
  void (*read)(const Entry&, Gate&);
};
constexpr std::array kGateKeys{
    GateKey{"result", [](const Entry& e, Gate& gate) { gate.result = e.text(); }},
    GateKey{"probe", [](const Entry& e, Gate& gate) { gate.probes = e.texts(); }},
    GateKey{"data", [](const Entry& e, Gate& gate) { gate.datasets = e.texts(); }},
    GateKey{"subject", [](const Entry& e, Gate& gate) { gate.subjects = e.texts(); }},
    GateKey{"base", [](const Entry& e, Gate& gate) { gate.base = e.text(); }},
    GateKey{"slice", [](const Entry& e, Gate& gate) { gate.slice = e.text(); }},
    GateKey{"smallest", [](const Entry& e, Gate& gate) { gate.smallest = e.difference(); }},
    GateKey{"at_least", [](const Entry& e, Gate& gate) { gate.at_least = e.number(); }},
    GateKey{"at_most", [](const Entry& e, Gate& gate) { gate.at_most = e.number(); }},
    GateKey{"allow_undefined", [](const Entry& e, Gate& gate) { e.allow_undefined(gate); }},
    GateKey{"better", [](const Entry& e, Gate& gate) { gate.better = e.better(); }}};

// The row of a table of keys. Errors: kInput with the line.
template <class Keys>
auto find_key(const Keys& keys, const Entry& entry) {
  return at_place(entry.place(), [&] { return find_row(keys, "key", entry.key); });
}

Gate gate_of(const Entry& entry) {
  const auto* table = entry.node.as_table();
  if (table == nullptr) entry.fail("must be tables: [[gate]]");
  Gate gate;
  gate.line = entry.place().line;
  for (const auto& [key, node] : *table) {
    const Entry inner{entry.file, std::string(key.str()), node};
    find_key(kGateKeys, inner).read(inner, gate);
  }
  if (gate.result.empty()) entry.fail("names no 'result'");
  if (!gate.base.empty() && gate.subjects.size() != 1) {
    entry.fail("has a 'base' and not one 'subject'");
  }
  return gate;
}

struct Key {
  std::string_view name;
  void (*read)(const Entry&, Gates&);
};
constexpr std::array kKeys{
    Key{"strict", [](const Entry& e, Gates& gates) { gates.strict = e.flag(); }},
    Key{"gate", [](const Entry& e, Gates& gates) {
          const auto* array = e.node.as_array();
          if (array == nullptr || array->empty()) e.fail("must be tables: [[gate]]");
          if (array->size() > kMostGates) e.fail("has more than 10000 tables: split the file");
          for (const auto& one : *array) gates.gates.push_back(gate_of({e.file, e.key, one}));
        }}};

}  // namespace

Gates parse_gates(std::string_view text, const std::string& file) {
  const toml::table document = parse_toml(text, file);
  Gates gates;
  for (const auto& [key, node] : document) {
    const Entry entry{file, std::string(key.str()), node};
    find_key(kKeys, entry).read(entry, gates);
  }
  if (gates.gates.empty()) {
    throw input_error("has no [[gate]]", {file}, "without a file, nothing may drop significantly");
  }
  return gates;
}

Gates read_gates(const std::filesystem::path& file) {
  return parse_gates(read_file(file, kLargest), file.string());
}

}  // namespace sonde
