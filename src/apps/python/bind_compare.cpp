// Comparisons and gates. They come as the JSON that the command line writes. Python makes records
// of it.
#include "sonde/compare.h"

#include <cmath>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "apps/python/bind_run_file.h"
#include "apps/python/binding.h"
#include "sonde/report.h"

namespace sonde {
namespace {

using Runs = std::vector<const OpenRun*>;

// Each file once and in one order, so that two calls never wait for each other.
std::vector<std::unique_lock<std::mutex>> locked(const Runs& runs) {
  std::set<std::mutex*> mutexes;
  for (const auto* run : runs) mutexes.insert(run->mutex.get());
  std::vector<std::unique_lock<std::mutex>> locks;
  for (auto* mutex : mutexes) locks.emplace_back(*mutex);
  return locks;
}

std::vector<NamedRun> named(const Runs& runs) {
  std::vector<NamedRun> all;
  for (const auto* run : runs) all.push_back({run->path, run->file.get()});
  return all;
}

CompareOptions compare_options(const nb::dict& words) {
  CompareOptions options;
  read_word(words, "subjects", options.subjects);
  read_word(words, "names", options.names);
  read_word(words, "probes", options.probes);
  read_word(words, "datasets", options.datasets);
  read_word(words, "slices", options.slices);
  read_word(words, "alike", options.alike);
  read_word(words, "items", options.items);
  read_word(words, "replicates", options.replicates);
  read_word(words, "threads", options.threads);
  return options;
}

// The JSON and the text.
std::pair<std::string, std::string> compared(const Runs& runs, const nb::dict& words) {
  const CompareOptions options = compare_options(words);
  const auto all = named(runs);
  const nb::gil_scoped_release free;
  const auto locks = locked(runs);
  const Comparison comparison = compare(all, options);
  return {show_comparison(comparison, "json"), show_comparison(comparison, "text")};
}

struct Checked {
  std::string json, text;
  bool failed = true;
};

// `gates`: TOML, or empty if the file is to be read. No file: none.
Gates gates_of(const std::string& gates, const std::string& file) {
  if (file.empty()) return {};
  return gates.empty() ? read_gates(file) : parse_gates(gates, file);
}

Checked checked(const OpenRun& run, const OpenRun& base, const std::string& gates,
                const std::string& gates_file, const nb::dict& words) {
  CheckOptions options;
  read_word(words, "replicates", options.replicates);
  read_word(words, "threads", options.threads);
  bool strict = false, unchanged = false;
  read_word(words, "strict", strict);
  read_word(words, "unchanged", unchanged);
  double tolerance = NAN;
  read_word(words, "tolerance", tolerance);
  const nb::gil_scoped_release free;
  Gates asked = gates_of(gates, gates_file);
  const auto locks = locked({&run, &base});
  asked.strict = asked.strict || strict;
  asked.unchanged = asked.unchanged || unchanged;
  if (!std::isnan(tolerance)) asked.tolerance = tolerance;
  const CheckReport report =
      check({run.path, run.file.get()}, {base.path, base.file.get()}, asked, options);
  return {show_check(report, "json"), show_check(report, "text"), report.failed()};
}

}  // namespace

void bind_compare(nb::module_& module) {
  nb::class_<Checked>(module, "Checked")
      .def_ro("json", &Checked::json)
      .def_ro("text", &Checked::text)
      .def_ro("failed", &Checked::failed);
  module.def("compare", compared, nb::arg("runs"), nb::arg("options"));
  module.def("check", checked, nb::arg("run"), nb::arg("base"), nb::arg("gates"),
             nb::arg("gates_file"), nb::arg("options"));
}

}  // namespace sonde
