#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/file_stamp.h"
#include "engine/config/json_fields.h"

namespace sonde {

// Reads the files of one folder and records their names.
class FolderFiles {
 public:
  // Records a file, which must exist. Returns its path.
  std::filesystem::path keep(const std::filesystem::path& file);
  JsonFields read(const std::filesystem::path& file);
  std::optional<JsonFields> read_if_there(const std::filesystem::path& file);
  // Its fields, or none if the file is missing.
  JsonFields read_or_empty(const std::filesystem::path& file);

  // In the order in which they were read.
  const std::vector<StampedFile>& read_so_far() const { return files_; }

 private:
  std::vector<StampedFile> files_;
};

}  // namespace sonde
