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

bool is_same_place(const fs::path& a, const fs::path& b) {
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code missing;
  if (fs::equivalent(a, b, missing)) return true;
  const auto plain = [&](const fs::path& path) {
    auto known = fs::weakly_canonical(fs::absolute(path), missing);
    if (missing) known = fs::absolute(path).lexically_normal();
    return (known / "").parent_path();  // without a slash at the end
  };
  return plain(a) == plain(b);
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

void check_apart(std::span<const NamedPlace> outputs, std::span<const NamedPlace> inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [what, path] = outputs[i];
    for (const auto& other : outputs.first(i)) {
      if (!is_same_place(path, other.path)) continue;
      throw usage_error(other.what + " and " + what + " are the same file, " + path.string(),
                        "choose another name for one of them");
    }
    for (const auto& input : inputs) {
      if (!is_same_place(path, input.path)) continue;
      throw usage_error(path.string() + " is " + input.what + ", which the command reads",
                        "choose another " + what);
    }
  }
}

void write_output(const fs::path& file, const OutputKind& kind, bool replace,
                  std::string_view option, std::string_view text) {
  check_output(file, kind, replace, option);
  write_file_atomically(file, text);
}

}  // namespace sonde
