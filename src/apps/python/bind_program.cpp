// The command `sonde`, in this process.

#include <string>
#include <vector>

#include "apps/cli/bus_error.h"
#include "apps/cli/command.h"
#include "apps/cli/environment.h"
#include "apps/python/binding.h"

namespace sonde {
void bind_program(nb::module_& module, const Extension& extension) {
  module.def(
      "program",
      [extension](std::vector<std::string> words, const std::string& share) {
        const nb::gil_scoped_release free;
        tell_bus_errors();
        return run_program_here(std::move(words), share, extension);
      },
      nb::arg("words"), nb::arg("share"));
}

}  // namespace sonde
