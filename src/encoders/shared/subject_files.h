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
  // Vectors of a file that was changed meanwhile must not be stored under its identity. Another
  // name, mode or owner is not a change, nor is a new file of the same content. One written in
  // place is: it may have been read half written. Errors: kInput.
  void check_unchanged() const;

 private:
  struct Known {
    StampedFile file;
    Digest digest;
  };

  std::filesystem::path memo_;
  mutable std::vector<Known> files_;  // includes stamps that were found to have the same content
};

// The files' digests are cached here. Empty if the resources name no cache.
std::filesystem::path digest_memo(const Resources& resources);

}  // namespace sonde
