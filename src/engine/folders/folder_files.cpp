#include "engine/folders/folder_files.h"

namespace sonde {

namespace fs = std::filesystem;

fs::path FolderFiles::keep(const fs::path& file) {
  files_.push_back({file, file_stamp(file)});
  return file;
}

JsonFields FolderFiles::read(const fs::path& file) { return JsonFields::read(keep(file)); }

std::optional<JsonFields> FolderFiles::read_if_there(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  return read(file);
}

JsonFields FolderFiles::read_or_empty(const fs::path& file) {
  if (fs::exists(file)) return read(file);
  return {nlohmann::json::object(), file.string()};
}

}  // namespace sonde
