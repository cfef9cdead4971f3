#pragma once

#include <cstddef>

namespace sonde {

// Bytes that this process may still take: what the machine has free, less where a control group or
// a limit of the process leaves less. The most there can be where the system doesn't tell.
std::size_t available_memory();

}  // namespace sonde
