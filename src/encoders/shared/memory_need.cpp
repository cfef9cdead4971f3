#include "encoders/shared/memory_need.h"

#include "base/memory.h"

namespace sonde {

std::optional<MemoryNeed> memory_need(const Encoder& encoder) {
  const auto* const tells = dynamic_cast<const TellsMemory*>(&encoder);
  auto need = tells == nullptr ? std::nullopt : tells->memory_need();
  if (need) need->available = available_memory();
  return need;
}

}  // namespace sonde
