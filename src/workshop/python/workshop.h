#pragma once

#include <nanobind/nanobind.h>

namespace sonde {

// The workshop's additions to the Python module, one source file each.
void bind_makers(nanobind::module_& module);
void bind_audit(nanobind::module_& module);
void bind_graphs(nanobind::module_& module);

}  // namespace sonde
