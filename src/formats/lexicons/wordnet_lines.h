#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "formats/lines.h"
#include "sonde/error.h"

namespace sonde {

// Calls take(line, place) for each line of one of WordNet's files that is not part of the licence.
// Errors: kOutside if the file is missing, kInput if it has too many lines.
template <class Take>
void for_each_wordnet_line(const std::filesystem::path& file, const Take& take) {
  constexpr std::size_t kMostEntries = std::size_t{1} << 20;
  if (!std::filesystem::exists(file)) {
    throw outside_error("WordNet is not available", {file.string()},
                        "install Debian's package wordnet-base");
  }
  LineReader lines(file);
  std::size_t count = 0;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("  ")) continue;
    if (++count > kMostEntries) {
      throw input_error("has too many entries", lines.place(),
                        "the file is damaged: install Debian's package wordnet-base again");
    }
    take(line, lines.place());
  }
}

}  // namespace sonde
