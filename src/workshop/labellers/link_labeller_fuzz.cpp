// Hostile sentences: every phrase is a part of its sentence, and the same sentence gives the same.
#include "workshop/labellers/link_labeller.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kLabeller = sonde::make_link_labeller();
  const std::vector<std::string> sentences(1,
                                           std::string(reinterpret_cast<const char*>(data), size));
  const auto labelled = kLabeller->label(sentences);
  if (labelled.size() != 1) std::abort();
  for (const auto& phrase : labelled.front().frame.phrases) {
    if (sentences.front().find(phrase) == std::string::npos) std::abort();
  }
  if (kLabeller->label(sentences).front().frame != labelled.front().frame) std::abort();
  return 0;
}
