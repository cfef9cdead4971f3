#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace sonde {

// A variable of the process's environment, empty if it is unset.
std::string environment_variable(const std::string& name);

// The workshop's additions to the Python module, one source file each.
void bind_makers(nanobind::module_& module);
void bind_audit(nanobind::module_& module);
void bind_graphs(nanobind::module_& module);

}  // namespace sonde
