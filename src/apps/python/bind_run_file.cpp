// A run file: facts, results, items, measurements, and how they are shown.
#include "sonde/run_file.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command_options.h"
#include "apps/cli/figure_pictures.h"
#include "apps/python/bind_run_file.h"
#include "apps/python/binding.h"
#include "base/output_file.h"
#include "sonde/compare.h"
#include "sonde/report.h"

namespace sonde {
namespace {

nb::dict record_of(const Result& result) {
  nb::dict record;
  record["subject"] = result.subject;
  record["probe"] = result.probe;
  record["dataset"] = result.dataset;
  record["slice"] = result.slice;
  record["name"] = result.name;
  record["value"] = result.value;
  record["low"] = result.low;
  record["high"] = result.high;
  record["n"] = result.n;
  record["left_out"] = result.left_out;
  record["why"] = result.why;
  record["scope"] = result.scope;
  return record;
}

nb::list results_of(const OpenRun& run) {
  nb::list records;
  const auto results = reading(run, [](const RunFile& file) { return file.results(); });
  for (const auto& result : results) records.append(record_of(result));
  return records;
}

nb::list task_rows(const OpenRun& run) {
  nb::list tasks;
  for (const auto& facts : reading(run, [](const RunFile& file) { return file.tasks(); })) {
    nb::dict task;
    task["probe"] = facts.probe;
    task["dataset"] = facts.dataset;
    task["measurements"] = facts.measurements;
    task["items"] = facts.items;
    task["rows"] = facts.rows;
    task["partial"] = facts.partial();
    tasks.append(task);
  }
  return tasks;
}

nb::list subjects_of(const OpenRun& run) {
  nb::list subjects;
  for (const auto& facts : reading(run, [](const RunFile& file) { return file.subjects(); })) {
    nb::dict subject;
    subject["name"] = facts.name;
    subject["spec"] = facts.spec;
    subject["group"] = facts.group;
    subject["has_vectors"] = facts.has_vectors;
    subject["identity"] = facts.identity.what.hex();
    subject["numerics"] = facts.identity.numerics;
    subject["noise_floor"] = facts.noise_floor;
    subject["facts"] = nb::cast(std::map<std::string, std::string>(facts.identity.facts.begin(),
                                                                   facts.identity.facts.end()));
    subjects.append(subject);
  }
  return subjects;
}

Array<double> measurements_of(const OpenRun& run, std::uint32_t task, std::uint32_t subject) {
  const MatrixOf<double> measured =
      reading(run, [&](const RunFile& file) { return file.measurements(task, subject); });
  return array_of<double>(measured.view());
}

std::string shown(const OpenRun& run, const std::string& format, bool summary, bool slices) {
  ShowOptions options = show_options();
  options.format = format;
  options.summary = summary;
  options.slices = slices;
  return reading(run, [&](const RunFile& file) { return show_results(file, options); });
}

// A line an item, as `sonde export` writes them.
nb::bytes items_of(const OpenRun& run, const std::string& format) {
  const std::string lines = reading(run, [&](const RunFile& file) {
    std::string all;
    export_items(file, format, [&](std::string_view text) { all += text; });
    return all;
  });
  return nb::bytes(lines.data(), lines.size());
}

Overview overview_of(const OpenRun& run) {
  return reading(run, [&](const RunFile& file) {
    const NamedRun named{run.path, &file};
    return overview({&named, 1}, {.needs = Needs::kFigures});
  });
}

void write_page(const OpenRun& run, const std::string& path, const std::string& title) {
  check_output(path, kReportOutput, true, "path");
  const auto page = report_page(overview_of(run), {.title = title.empty() ? run.path : title});
  write_output(path, kReportOutput, true, "path", page);
}

nb::list figures_of(const OpenRun& run) {
  nb::list figures;
  for (const auto& file : figure_files(overview_of(run), {.title = run.path})) {
    figures.append(nb::make_tuple(file.name, file.text));
  }
  return figures;
}

// Each as SVG. Errors: kOutside without Node.
nb::list pictures_of(const OpenRun& run, double width) {
  const auto files = figure_files(overview_of(run), {.title = run.path});
  const auto drawn = reading(
      run, [&](const RunFile&) { return pictures(files, {.formats = {"svg"}, .width = width}); });
  nb::list all;
  for (const auto& file : drawn) all.append(nb::make_tuple(file.name, file.text));
  return all;
}

}  // namespace

void bind_run_file(nb::module_& module) {
  nb::class_<OpenRun>(module, "RunFile")
      .def("results", results_of)
      .def("tasks", task_rows)
      .def("subjects", subjects_of)
      .def("measurements", measurements_of, nb::arg("task"), nb::arg("subject"))
      .def("shown", shown, nb::arg("format"), nb::arg("summary"), nb::arg("slices"))
      .def("items", items_of, nb::arg("format"))
      .def("write_page", write_page, nb::arg("path"), nb::arg("title"))
      .def("figures", figures_of)
      .def("pictures", pictures_of, nb::arg("width"));
  module.def("open_run",
             [](const std::string& path) { return OpenRun{path, open_run_file(path)}; });
}

}  // namespace sonde
