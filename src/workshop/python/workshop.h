#pragma once

#include <nanobind/nanobind.h>

namespace sonde {

// What the workshop adds to the Python module, a source file each.
void bind_makers(nanobind::module_& module);
void bind_audit(nanobind::module_& module);
void bind_graphs(nanobind::module_& module);

}  // namespace sonde
