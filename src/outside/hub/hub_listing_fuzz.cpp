#include <cstdint>
#include <cstdlib>

#include "outside/hub/hub_listing.h"
#include "sonde/error.h"

// No name that was accepted leads out of a folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto listing =
        sonde::read_hub_listing({reinterpret_cast<const char*>(data), size}, "http://hub");
    if (listing.commit.size() != 40) std::abort();
    for (const auto& file : listing.files) {
      const std::string name = "/" + file.name + "/";
      if (name.find("/../") != name.npos || name.find("//") != name.npos || file.tag().empty()) {
        std::abort();
      }
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
