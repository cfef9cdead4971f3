// The extension module sonde._core. python/sonde/ is what users see.
#include "apps/python/binding.h"
#include "base/version.h"
#include "workshop/commands/workshop.h"
#include "workshop/python/workshop.h"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // plugins stay in the tables until the end
  module.attr("version") = nb::str(sonde::kVersion.data(), sonde::kVersion.size());
  sonde::bind_errors(module);
  sonde::bind_objects(module);
  sonde::bind_run(module);
  sonde::bind_run_file(module);
  sonde::bind_compare(module);
  sonde::bind_encode(module);
  sonde::bind_stats(module);
  sonde::bind_listings(module);
  sonde::bind_makers(module);
  sonde::bind_audit(module);
  sonde::bind_graphs(module);
  sonde::bind_program(module, sonde::workshop_extension());
}
