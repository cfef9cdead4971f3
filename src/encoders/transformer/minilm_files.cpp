#include "encoders/transformer/minilm_files.h"

#include <algorithm>

#include "base/embed.h"

SONDE_EMBED(sonde_minilm_files, SONDE_MINILM_FILES)

namespace sonde {

std::map<std::string, std::string_view> minilm_files() {
  constexpr std::string_view kGap = "  ", kFolder = "model/";  // the package has other files too
  std::map<std::string, std::string_view> files;
  for (std::string_view table{sonde_minilm_files_begin, sonde_minilm_files_end}; !table.empty();) {
    const auto end = std::min(table.find('\n'), table.size());
    const std::string_view line = table.substr(0, end);
    table.remove_prefix(std::min(end + 1, table.size()));
    const auto gap = line.find(kGap);
    if (gap == line.npos || !line.substr(gap + kGap.size()).starts_with(kFolder)) continue;
    files.emplace(line.substr(gap + kGap.size() + kFolder.size()), line.substr(0, gap));
  }
  return files;
}

}  // namespace sonde
