#include "cli/bench_file.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <string>

#include "base/at_place.h"
#include "base/names.h"
#include "cli/options.h"
#include "formats/toml.h"
#include "items/spec_text.h"
#include "run/plan.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// One key's value, with what an error about it needs.
struct Entry {
  const std::string& file;
  std::string key;
  const toml::node& node;

  Place place() const { return {file, node.source().begin.line}; }
  [[noreturn]] void fail(const std::string& what) const {
    throw input_error("'" + key + "' " + what, place(), "see docs/formats.md");
  }
  std::string text() const {
    const auto value = node.value<std::string>();
    if (!value) fail("must be a text");
    return *value;
  }
  bool flag() const {
    const auto value = node.value_exact<bool>();
    if (!value) fail("must be true or false");
    return *value;
  }
  // Errors: kInput for what could not stand in NAME=SPEC.
  std::string name() const {
    const std::string value = text();
    if (value.empty() || split_name(value + "=").first != value)
      fail("must be of letters, digits, '.', '_' and '-'");
    return value;
  }
  std::size_t whole() const {
    const auto value = node.value<std::int64_t>();
    if (!value || *value < 0) fail("must be a whole number, 0 or more");
    return static_cast<std::size_t>(*value);
  }
};

std::string option_text(const Entry& entry) {
  if (const auto text = entry.node.value<std::string>()) return *text;
  if (const auto flag = entry.node.value_exact<bool>()) return *flag ? "true" : "false";
  if (const auto whole = entry.node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto number = entry.node.value_exact<double>()) return fmt::format("{}", *number);
  entry.fail("must be a text, a number or a boolean");
}

// 1.0 is all of the items, 1 one of them.
std::string limit_text(const Entry& entry) {
  if (const auto fraction = entry.node.value_exact<double>()) return fmt::format("{:#}", *fraction);
  return option_text(entry);
}

// {spec = "hf:folder", name = "x", group = "y", pooling = "cls"}
Spec spec_of_table(const Entry& entry, const toml::table& table) {
  std::string text;
  std::string options;
  std::string name;
  for (const auto& [key, node] : table) {
    const Entry inner{entry.file, std::string(key.str()), node};
    if (key == "spec") {
      text = inner.text();
    } else if (key == "name") {
      name = inner.name();
    } else {
      options += "&" + std::string(key.str()) + "=" + percent_encoded(option_text(inner));
    }
  }
  if (text.empty()) entry.fail("has a table without 'spec'");
  if (!options.empty() && text.find('?') == std::string::npos) options.front() = '?';
  Spec spec = parse_spec(text + options);
  if (!name.empty() && spec.text != text + options) {
    entry.fail("has a name in 'spec' and another in 'name'");
  }
  if (!name.empty()) spec.name = name;
  return spec;
}

Spec spec_of(const Entry& entry) {
  if (const auto* table = entry.node.as_table()) return spec_of_table(entry, *table);
  return parse_spec(entry.text());
}

template <class Take>
void each(const Entry& entry, const Take& take) {
  if (const auto* array = entry.node.as_array()) {
    for (const auto& node : *array) take(Entry{entry.file, entry.key, node});
  } else {
    take(entry);
  }
}

template <std::vector<Spec> RunPlan::*member>
void read_specs(const Entry& entry, RunPlan& plan) {
  each(entry, [&](const Entry& one) {
    (plan.*member).push_back(spec_of(one));
    (plan.*member).back().place = one.place();
  });
}

struct Key {
  std::string_view name;
  void (*read)(const Entry&, RunPlan&);
};

constexpr std::array kKeys{
    Key{"encoder", read_specs<&RunPlan::encoders>},
    Key{"scorer", read_specs<&RunPlan::scorers>},
    Key{"probe", read_specs<&RunPlan::probes>},
    Key{"data",
        [](const Entry& entry, RunPlan& plan) {
          each(entry, [&](const Entry& one) { plan.datasets.push_back(one.text()); });
        }},
    Key{"out", [](const Entry& entry, RunPlan& plan) { plan.out = entry.text(); }},
    Key{"store", [](const Entry& entry, RunPlan& plan) { plan.store = entry.text(); }},
    Key{"store-cap",
        [](const Entry& entry, RunPlan& plan) { plan.store_cap = gibibytes(entry.whole()); }},
    Key{"stream-above",
        [](const Entry& entry, RunPlan& plan) { plan.stream_above = entry.whole(); }},
    Key{"seed", [](const Entry& entry, RunPlan& plan) { plan.seed = entry.whole(); }},
    Key{"limit", [](const Entry& entry, RunPlan& plan) { plan.limit = limit_text(entry); }},
    Key{"replicates", [](const Entry& entry, RunPlan& plan) { plan.replicates = entry.whole(); }},
    Key{"threads", [](const Entry& entry, RunPlan& plan) { plan.threads = entry.whole(); }},
    Key{"strict", [](const Entry& entry, RunPlan& plan) { plan.strict = entry.flag(); }},
    Key{"left-out", [](const Entry& entry, RunPlan& plan) { plan.left_out = entry.text(); }},
    Key{"replace", [](const Entry& entry, RunPlan& plan) { plan.replace = entry.flag(); }},
};

}  // namespace

void read_bench_file(const std::filesystem::path& file, RunPlan& plan) {
  const toml::table table = read_toml(file);
  const std::string name = file.string();
  for (const auto& [key, node] : table) {
    const Entry entry{name, std::string(key.str()), node};
    at_place(entry.place(), [&] {
      find_row(kKeys, "key", entry.key).read(entry, plan);
      check_amounts(plan);
    });
  }
}

}  // namespace sonde
