#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace sonde {

// A new file on its way to `path`. It is written at temporary(), a neighbour, and put into place
// whole by commit(). Until then, and for good without it, `path` stays as it was. A neighbour left
// by a killed process is overwritten. A symbolic link stays one: its target is written. A new file
// takes the mode of the one it replaces. Errors: kOutside, also if another writer of the same path
// is at work.
class NewFile {
 public:
  explicit NewFile(std::filesystem::path path);
  ~NewFile();  // removes what was not committed
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }  // exists, empty at first
  void commit();                                                         // syncs and renames, once

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int fd_;  // holds the lock that excludes other writers
};

// The same for a folder that only its owner may read: `path` is missing or an empty folder, and
// gets all files of temporary() at once.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path path);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int fd_;
};

// A NewFile that `write` fills at the path it gets.
void replace_file(const std::filesystem::path& path,
                  const std::function<void(const std::filesystem::path&)>& write);

// Makes the names in the file's folder last. Errors: kOutside.
void sync_folder_of(const std::filesystem::path& file);

// Call it before long work: checks that a file can be made in its folder. `what` names the file in
// messages. Errors: kOutside.
void check_folder_of(const std::filesystem::path& file, std::string_view what);

void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace sonde
