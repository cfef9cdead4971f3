#include "encoders/transformer/minilm_files.h"

#include "base/embed.h"
#include "base/parse.h"

SONDE_EMBED(sonde_minilm_files, SONDE_MINILM_FILES)

namespace sonde {

std::map<std::string, std::string_view> minilm_files() {
  constexpr std::string_view kGap = "  ", kFolder = "model/";  // the package has other files too
  std::map<std::string, std::string_view> files;
  for (const auto line : parts_of({sonde_minilm_files_begin, sonde_minilm_files_end}, '\n')) {
    const auto gap = line.find(kGap);
    if (gap == line.npos || !line.substr(gap + kGap.size()).starts_with(kFolder)) continue;
    files.emplace(line.substr(gap + kGap.size() + kFolder.size()), line.substr(0, gap));
  }
  return files;
}

}  // namespace sonde
