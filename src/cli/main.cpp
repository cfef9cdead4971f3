#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.h"

namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
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

// --resources FOLDER, before or after the command, then beside the program.
std::vector<fs::path> resource_folders(std::vector<std::string>& words) {
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "--resources") continue;
    folders.emplace_back(words[i + 1]);
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    --i;
  }
  folders.push_back(program_folder() / "share" / "sonde");
  folders.push_back(program_folder().parent_path() / "share" / "sonde");
  return folders;
}

sonde::Surroundings surroundings(std::vector<std::string>& words) {
  sonde::Surroundings around;
  for (const auto& folder : resource_folders(words)) {
    around.resources.models.push_back(folder / "models");
    around.resources.data.push_back(folder / "data");
  }
  around.resources.hubs = hubs();
  around.resources.cache = cache_folder();
  around.error_is_terminal = ::isatty(STDERR_FILENO) == 1;
  return around;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto around = surroundings(words);
  return sonde::run_program(std::move(words), around);
}
