#include "encoders/subject_files.h"

#include "encoders/folder_encoder.h"
#include "sonde/error.h"

namespace sonde {

SubjectFiles::SubjectFiles(const Resources& resources) : memo_(digest_memo(resources)) {}

Digest SubjectFiles::add(const std::filesystem::path& file) {
  return add(StampedFile{file, file_stamp(file)});
}

Digest SubjectFiles::add(const StampedFile& file) {
  files_.push_back(file);
  return file_digest(file.path, memo_);
}

void SubjectFiles::check_unchanged() const {
  for (const auto& [file, stamp] : files_) {
    if (file_stamp(file) == stamp) continue;
    throw input_error("the file changed during the run", {file.string()}, "run again");
  }
}

}  // namespace sonde
