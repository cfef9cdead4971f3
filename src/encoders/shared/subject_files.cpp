#include "encoders/shared/subject_files.h"

#include "sonde/error.h"

namespace sonde {
namespace {

// Another name, mode or owner changes a stamp too.
bool was_written_in_place(const FileStamp& before, const FileStamp& now) {
  const bool same_file = now.device == before.device && now.inode == before.inode;
  return same_file && (now.size != before.size || now.modified != before.modified);
}

[[noreturn]] void throw_changed(const std::filesystem::path& file) {
  throw input_error("the file changed during the run", {file.string()}, "run again");
}

bool has_content(const std::filesystem::path& file, const Digest& digest) {
  try {
    return file_digest(file) == digest;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    return false;
  }
}

}  // namespace

SubjectFiles::SubjectFiles(const Resources& resources) : memo_(digest_memo(resources)) {}

Digest SubjectFiles::add(const std::filesystem::path& file) {
  return add(StampedFile{file, file_stamp(file)});
}

Digest SubjectFiles::add(const StampedFile& file) {
  const Digest digest = file_digest(file.path, memo_);
  if (file_stamp(file.path) != file.stamp) throw_changed(file.path);  // was it the same file?
  return files_.emplace_back(file, digest).digest;
}

void SubjectFiles::check_unchanged() const {
  for (auto& [file, digest] : files_) {
    const FileStamp now = file_stamp(file.path);
    if (now == file.stamp) continue;
    if (was_written_in_place(file.stamp, now) || !has_content(file.path, digest)) {
      throw_changed(file.path);
    }
    file.stamp = now;
  }
}

std::filesystem::path digest_memo(const Resources& resources) {
  return resources.cache.empty() ? std::filesystem::path() : resources.cache / "digests";
}

}  // namespace sonde
