#include "apps/cli/bench_file.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <string>

#include "apps/cli/command_options.h"
#include "base/at_place.h"
#include "base/names.h"
#include "data/spec_text.h"
#include "formats/toml/toml_entry.h"
#include "run/plan.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Errors: kInput for text that is invalid in NAME=SPEC.
std::string subject_name(const TomlEntry& entry) {
  const std::string value = entry.text();
  if (split_name(value + "=").first != value)
    entry.fail("must be of letters, digits, '.', '_' and '-'");
  return value;
}

std::string option_text(const TomlEntry& entry) {
  if (const auto text = entry.node().value<std::string>()) return *text;
  if (const auto flag = entry.node().value_exact<bool>()) return *flag ? "true" : "false";
  if (const auto whole = entry.node().value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto number = entry.node().value_exact<double>()) return fmt::format("{}", *number);
  entry.fail("must be a text, a number or a boolean");
}

// 1.0 is all of the items, 1 one of them.
std::string limit_text(const TomlEntry& entry) {
  if (const auto fraction = entry.node().value_exact<double>()) {
    const std::string digits = fmt::format("{}", *fraction);
    return digits.find_first_of(".en") == digits.npos ? digits + ".0" : digits;
  }
  return option_text(entry);
}

// {spec = "hf:folder", name = "x", group = "y", pooling = "cls"}
Spec spec_of_table(const TomlEntry& entry, const toml::table& table) {
  std::string text;
  std::string options;
  std::string name;
  for (const auto& [key, node] : table) {
    const TomlEntry inner = entry.at(std::string(key.str()), node);
    if (key == "spec") {
      text = inner.text();
    } else if (key == "name") {
      name = subject_name(inner);
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

Spec spec_of(const TomlEntry& entry) {
  if (const auto* table = entry.node().as_table()) return spec_of_table(entry, *table);
  return parse_spec(entry.text());
}

template <std::vector<Spec> RunPlan::* member>
void read_specs(const TomlEntry& entry, RunPlan& plan) {
  for (const auto& one : entry.each()) {
    (plan.*member).push_back(spec_of(one));
    (plan.*member).back().place = one.place();
  }
}

struct Key {
  std::string_view name;
  void (*read)(const TomlEntry&, RunPlan&);
};

constexpr std::array kKeys{
    Key{"encoder", read_specs<&RunPlan::encoders>},
    Key{"scorer", read_specs<&RunPlan::scorers>},
    Key{"probe", read_specs<&RunPlan::probes>},
    Key{"data",
        [](const TomlEntry& entry, RunPlan& plan) {
          for (const auto& one : entry.each()) plan.datasets.push_back(one.text());
        }},
    Key{"language", [](const TomlEntry& entry, RunPlan& plan) { plan.language = entry.text(); }},
    Key{"out", [](const TomlEntry& entry, RunPlan& plan) { plan.out = entry.text(); }},
    Key{"store", [](const TomlEntry& entry, RunPlan& plan) { plan.store = entry.text(); }},
    Key{"store-cap",
        [](const TomlEntry& entry, RunPlan& plan) { plan.store_cap = gibibytes(entry.whole()); }},
    Key{"stream-above",
        [](const TomlEntry& entry, RunPlan& plan) { plan.stream_above = entry.whole(); }},
    Key{"seed", [](const TomlEntry& entry, RunPlan& plan) { plan.seed = entry.whole(); }},
    Key{"limit",
        [](const TomlEntry& entry, RunPlan& plan) {
          plan.limit = limit_text(entry);
          check_amounts(plan);
        }},
    Key{"replicates",
        [](const TomlEntry& entry, RunPlan& plan) {
          plan.replicates = entry.whole();
          check_amounts(plan);
        }},
    Key{"threads",
        [](const TomlEntry& entry, RunPlan& plan) {
          plan.threads = entry.whole();
          check_amounts(plan);
        }},
    Key{"strict", [](const TomlEntry& entry, RunPlan& plan) { plan.strict = entry.flag(); }},
    Key{"left-out", [](const TomlEntry& entry, RunPlan& plan) { plan.left_out = entry.text(); }},
    Key{"replace", [](const TomlEntry& entry, RunPlan& plan) { plan.replace = entry.flag(); }},
};

}  // namespace

void read_bench_file(const std::filesystem::path& file, RunPlan& plan) {
  const toml::table table = read_toml(file);
  const std::string name = file.string();
  read_keys({name, "", table, "docs/reference/data.md"}, table, kKeys, plan);
}

}  // namespace sonde
