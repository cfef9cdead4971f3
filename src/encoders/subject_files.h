#pragma once

#include <filesystem>
#include <vector>

#include "base/file_stamp.h"
#include "sonde/digest.h"
#include "sonde/resources.h"

namespace sonde {

// The files that define a subject, as they were when their digests were taken.
class SubjectFiles {
 public:
  explicit SubjectFiles(const Resources& resources);

  // Its digest. Errors: kInput, the file is missing or unreadable.
  Digest add(const std::filesystem::path& file);
  Digest add(const StampedFile& file);  // one that is open already
  // Vectors of a file that was replaced meanwhile must not be kept under its identity.
  // Errors: kInput.
  void check_unchanged() const;

 private:
  std::filesystem::path memo_;
  std::vector<StampedFile> files_;
};

}  // namespace sonde
