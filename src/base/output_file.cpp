#include "base/output_file.h"

#include <algorithm>
#include <string>

#include "base/atomic_file.h"
#include "base/open_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

bool is_of_kind(const fs::path& file, const OutputKind& kind) {
  if (kind.head.empty() || !fs::is_regular_file(file)) return false;
  const auto size = std::max(kind.head.size(), kind.at + kind.mark.size());
  const std::string start = bytes_between(file, 0, size);
  if (start.empty()) return true;
  return start.starts_with(kind.head) &&
         start.substr(std::min(kind.at, start.size())).starts_with(kind.mark);
}

}  // namespace

void check_output(const fs::path& file, const OutputKind& kind, bool replace,
                  std::string_view option) {
  const std::string other = "choose another " + std::string(option);
  if (!fs::exists(file)) return check_folder_of(file, kind.name);
  if (kind.head.empty()) throw usage_error(file.string() + " already exists", other);
  if (!is_of_kind(file, kind)) {
    throw usage_error(file.string() + " is not a " + std::string(kind.name), other);
  }
  if (!replace) {
    throw usage_error(file.string() + " already exists", "--replace puts the new one in its place");
  }
}

void write_output(const fs::path& file, const OutputKind& kind, bool replace,
                  std::string_view option, std::string_view text) {
  check_output(file, kind, replace, option);
  write_file_atomically(file, text);
}

}  // namespace sonde
