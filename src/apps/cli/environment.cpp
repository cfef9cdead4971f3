#include "apps/cli/environment.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "apps/cli/command_options.h"
#include "apps/cli/hub_cache_folders.h"
#include "base/default_model.h"
#include "report/text_table.h"
#include "sonde/report.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::string() : std::string(value);
}

// The width in COLUMNS, or the terminal's. 0 if there is neither.
std::size_t columns() {
  std::size_t found = 0;
  const std::string named = variable("COLUMNS");
  if (!named.empty() && named.find_first_not_of("0123456789") == named.npos) {
    found = std::strtoul(named.c_str(), nullptr, 10);
  } else if (winsize size{}; ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    found = size.ws_col;
  }
  constexpr std::size_t kLeast = 40, kMost = 1000;
  return found == 0 ? 0 : std::clamp(found, kLeast, kMost);
}

fs::path home() { return variable("HOME"); }

fs::path program_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

fs::path cache_folder() {
  if (const auto cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return fs::path(cache) / "sonde";
  return home().empty() ? fs::path() : home() / ".cache" / "sonde";
}

// NO_COLOR wins over CLICOLOR_FORCE. Otherwise a terminal has colours unless it is dumb.
bool has_colours(int stream) {
  if (!variable("NO_COLOR").empty()) return false;
  const std::string forced = variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return ::isatty(stream) == 1 && variable("TERM") != "dumb";
}

// The folders of --resources FOLDER or --resources=FOLDER, before or after the command.
std::vector<fs::path> take_named_folders(std::vector<std::string>& words) {
  const std::string option = "--resources";
  std::vector<fs::path> folders;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(option + "=")) {
      folders.emplace_back(words[i].substr(option.size() + 1));
    } else if (words[i] == option && i + 1 < words.size()) {
      folders.emplace_back(words[++i]);
    } else {
      others.push_back(std::move(words[i]));
    }
  }
  words = std::move(others);
  return folders;
}

bool one_is_missing(const std::vector<fs::path>& named) {
  for (const auto& folder : named) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    say("'" + folder.string() + "' of --resources is not a folder; check the path");
    return true;
  }
  return false;
}

// The engine reads these itself and would compute in other instructions than a
// subject's identity names.
bool engine_is_bent() {
  for (const char* name : {"ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA"}) {
    if (std::getenv(name) == nullptr) continue;
    std::fprintf(stderr, "sonde: unset %s: vectors would differ from their identity\n", name);
    return true;
  }
  return false;
}

}  // namespace

fs::path share_beside_program() { return program_folder().parent_path() / "share" / "sonde"; }

Surroundings surroundings(const std::vector<fs::path>& folders) {
  Surroundings around;
  for (const auto& folder : folders) {
    const bool is_package = folder.filename() == kDefaultModelPackage;
    around.resources.models.push_back(is_package ? folder.parent_path() : folder / "models");
    around.resources.data.push_back(folder / "data");
  }
  around.resources.hubs = hub_cache_folders(variable);
  around.resources.cache = cache_folder();
  around.variable = variable;
  around.resources.variable = variable;
  around.output_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  // Redrawing a line needs more than a dumb terminal.
  around.error_is_terminal = ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
  around.error_has_colours = has_colours(STDERR_FILENO);
  return around;
}

int run_program_here(std::vector<std::string> words, const fs::path& share,
                     const Extension& extension) {
  if (engine_is_bent()) return 2;
  if (const std::size_t width = columns(); width > 0) set_text_width(width);
  set_text_colours(has_colours(STDOUT_FILENO));
  auto folders = take_named_folders(words);
  if (one_is_missing(folders)) return 2;
  folders.push_back(share);
  Surroundings around = surroundings(folders);
  around.extension = extension;
  return run_program(std::move(words), around);
}

}  // namespace sonde
