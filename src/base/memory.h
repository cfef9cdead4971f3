#pragma once

#include <cstddef>

namespace sonde {

// Bytes that this process may still take: the machine's free memory, or less if a control group or
// a limit of the process leaves less. The maximum if the system doesn't report it.
std::size_t available_memory();

}  // namespace sonde
