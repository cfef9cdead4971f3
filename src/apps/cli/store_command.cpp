#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "base/counted.h"
#include "base/printable.h"
#include "sonde/error.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

std::string size_text(std::uint64_t bytes) {
  constexpr double kMebi = 1024.0 * 1024.0;
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / kMebi);
}

void print_views(const std::filesystem::path& file) {
  const auto views = stored_views(file);
  std::error_code gone;
  const auto bytes = std::filesystem::file_size(file, gone);
  std::fputs(fmt::format("{}: {}\n", printable(file.string()), size_text(gone ? 0 : bytes)).c_str(),
             stdout);
  for (const auto& view : views) {
    std::fputs(fmt::format("  {}  {:>8} vectors  {:>10}  {}  {}\n",
                           printable(view.what.substr(0, 12)), view.vectors, size_text(view.bytes),
                           printable(view.name), printable(view.numerics))
                   .c_str(),
               stdout);
  }
}

}  // namespace

int store_command(std::vector<std::string> words, const Surroundings& surroundings) {
  const std::filesystem::path cache = surroundings.resources.cache;
  std::filesystem::path file = cache.empty() ? cache : cache / "vectors.sqlite";
  std::vector<std::string> prune;
  const auto app =
      option_parser("store", "Prints the size of the vector store, or removes vectors.");
  app->add_option("--store", file, "the store's file; default: in the user's cache folder");
  app->add_option("--prune", prune, "remove views by the beginning of their digest, or all")
      ->take_all();
  parse(*app, std::move(words));
  if (file.empty())
    throw usage_error("the cache folder is not known", "name the file: --store FILE");
  if (!std::filesystem::exists(file)) {
    std::fputs(fmt::format("{}: no store is there yet\n", printable(file.string())).c_str(),
               stdout);
    return 0;
  }
  if (!prune.empty()) {
    std::fputs((counted(prune_store(file, prune), "vector") + " removed\n").c_str(), stdout);
  }
  print_views(file);
  return 0;
}

}  // namespace sonde
