#include "workshop/makers/pairs/pair_frame.h"

#include <cstdint>
#include <cstdlib>

#include "base/memory_file_fuzz.h"
#include "sonde/error.h"

// A frame that was read has a subject, a verb and an object, and no filler with a tab or line end.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const sonde::MemoryFile file(data, size);
  try {
    for (const auto& frame : sonde::read_pair_frames(file.path())) {
      if (frame.id.empty()) std::abort();
      for (const auto filler :
           {sonde::FrameSlot::kSubject, sonde::FrameSlot::kVerb, sonde::FrameSlot::kObject}) {
        if (frame.of(filler).empty()) std::abort();
      }
      for (const auto& fillers : frame.fillers) {
        for (const auto& text : fillers) {
          if (text.empty() || text.find_first_of("\t\n\r") != text.npos) std::abort();
        }
      }
    }
  } catch (const sonde::Error&) {
  }
  return 0;
}
