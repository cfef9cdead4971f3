#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/bus_error.h"
#include "cli/command.h"
#include "cli/options.h"

namespace {

namespace fs = std::filesystem;

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::string() : std::string(value);
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

std::vector<fs::path> hubs() {
  std::vector<fs::path> folders;
  if (const auto hub = variable("HF_HUB_CACHE"); !hub.empty()) folders.emplace_back(hub);
  if (const auto hf = variable("HF_HOME"); !hf.empty()) folders.push_back(fs::path(hf) / "hub");
  if (!home().empty()) folders.push_back(home() / ".cache" / "huggingface" / "hub");
  return folders;
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
    sonde::say("'" + folder.string() + "' of --resources is no folder; check the path");
    return true;
  }
  return false;
}

// Those named, then what lies beside the program.
sonde::Surroundings surroundings(std::vector<fs::path> folders) {
  folders.push_back(program_folder().parent_path() / "share" / "sonde");
  sonde::Surroundings around;
  for (const auto& folder : folders) {
    around.resources.models.push_back(folder / "models");
    around.resources.data.push_back(folder / "data");
  }
  around.resources.hubs = hubs();
  around.resources.cache = cache_folder();
  around.variable = variable;
  around.resources.variable = variable;
  around.output_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  // What draws over its own line needs more than a dumb one.
  around.error_is_terminal = ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
  return around;
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

// A file would be given the number of a standard stream that is closed, and what is written to
// that stream. In its place stands what fails as a closed one does.
bool hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (!hold_closed_streams()) return 4;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a write that fails
  sonde::tell_bus_errors();
  if (engine_is_bent()) return 2;
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto named = take_named_folders(words);
  if (one_is_missing(named)) return 2;
  return sonde::run_program(std::move(words), surroundings(named));
}
