#include "outside/hub/model_download.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/open_file.h"
#include "sonde/digest.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Whether sonde reads this file of a model. Weights of other forms may hold code.
bool is_wanted(const HubFile& file) {
  const std::string_view name(file.name);
  const auto last = name.substr(name.find_last_of('/') + 1);
  return name.ends_with(".safetensors") || name.ends_with(".json") || last == "vocab.txt" ||
         last == "merges.txt";
}

// The digest in git: of the size and the bytes.
std::string git_digest(const fs::path& path, std::uint64_t size) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> state(EVP_MD_CTX_new(),
                                                                      EVP_MD_CTX_free);
  const std::string head = "blob " + std::to_string(size) + std::string(1, '\0');
  EVP_DigestInit_ex(state.get(), EVP_sha1(), nullptr);
  EVP_DigestUpdate(state.get(), head.data(), head.size());
  const OpenFile file(path);
  std::array<char, std::size_t{1} << 16> block{};
  while (const std::size_t got = file.read(block)) {
    EVP_DigestUpdate(state.get(), block.data(), got);
  }
  Digest digest;  // whose first 20 bytes are filled
  unsigned length = 0;
  EVP_DigestFinal_ex(state.get(), digest.bytes.data(), &length);
  return digest.hex().substr(0, std::size_t{2} * length);
}

std::string hash_of(const fs::path& path, const HubFile& file) {
  return file.sha256.empty() ? git_digest(path, file.size) : file_digest(path).hex();
}

bool is_whole(const fs::path& path, const HubFile& file) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == file.size &&
         hash_of(path, file) == file.tag();
}

// The file that grows while it is fetched.
class Growing {
 public:
  explicit Growing(fs::path path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) fail("cannot be written");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      ::close(file_);
      throw outside_error("another process is fetching this file", {path_.string()}, "wait for it");
    }
  }
  ~Growing() { ::close(file_); }
  Growing(const Growing&) = delete;
  Growing& operator=(const Growing&) = delete;

  std::uint64_t size() const { return static_cast<std::uint64_t>(::lseek(file_, 0, SEEK_END)); }
  void clear() {
    if (::ftruncate(file_, 0) != 0) fail("cannot be written");
  }
  void append(std::string_view bytes) {
    ::lseek(file_, 0, SEEK_END);
    while (!bytes.empty()) {
      const auto wrote = ::write(file_, bytes.data(), bytes.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) fail("cannot be written");
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
  }
  void put_at(const fs::path& place) {
    if (::fsync(file_) != 0) fail("cannot be written");
    fs::rename(path_, place);
    sync_folder_of(place);
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw outside_error(std::string(what) + ": " + std::strerror(errno), {path_.string()},
                        "check the disk's space; downloaded files are saved");
  }

  fs::path path_;
  int file_;
};

class Pulling {
 public:
  Pulling(const HubName& name, const PullOptions& options)
      : name_(name),
        options_(options),
        client_(options.hub),
        folder_(hub_folder(options.cache, name)) {}

  Pulled go() {
    const HubListing listing = client_.list(name_.model, name_.revision);
    const auto files = wanted(listing);
    Pulled pulled{folder_ / "snapshots" / listing.commit, files.size()};
    for (const auto& file : files) pulled.bytes += file.size;
    fs::create_directories(folder_ / "blobs");
    std::uint64_t done = 0;
    for (const auto& file : files) {
      pulled.fetched += take(listing.commit, file, done, pulled.bytes);
      done += file.size;
      link(pulled.folder, file);
    }
    refer(listing.commit);
    return pulled;
  }

 private:
  std::vector<HubFile> wanted(const HubListing& listing) const {
    std::vector<HubFile> files;
    std::ranges::copy_if(listing.files, std::back_inserter(files), is_wanted);
    const bool has_weights = std::ranges::any_of(
        files, [](const HubFile& file) { return file.name.ends_with(".safetensors"); });
    if (has_weights) return files;
    throw input_error("has no safetensors", {name_.model},
                      "save it with save_pretrained(), which writes them");
  }

  // Returns how many bytes were fetched.
  std::uint64_t take(const std::string& commit, const HubFile& file, std::uint64_t before,
                     std::uint64_t all) {
    const fs::path place = folder_ / "blobs" / file.tag();
    if (is_whole(place, file)) return options_.progress(before + file.size, all), 0;
    Growing growing(fs::path(place) += ".incomplete");
    if (growing.size() > file.size) growing.clear();
    const std::uint64_t from = growing.size();
    std::uint64_t there = from;
    client_.fetch(name_.model, commit, file, from, [&](std::string_view bytes) {
      growing.append(bytes);
      there += bytes.size();
      options_.progress(before + there, all);
    });
    check(fs::path(place) += ".incomplete", file, growing);
    growing.put_at(place);
    return file.size - from;
  }

  void check(const fs::path& path, const HubFile& file, Growing& growing) const {
    const std::string hash = hash_of(path, file);
    if (hash == file.tag()) return;
    growing.clear();
    throw outside_error("the " + std::string(file.sha256.empty() ? "git hash" : "SHA-256") +
                            " of the downloaded file is " + hash + ", but the hub's is " +
                            file.tag(),
                        {name_.model + "/" + file.name},
                        "none of it was saved; fetch it again, and trust no copy that differs");
  }

  // Links the snapshot to the blob, like the Python library.
  static void link(const fs::path& snapshot, const HubFile& file) {
    const fs::path place = snapshot / file.name;
    fs::path target = "../..";
    for (const char c : file.name) {
      if (c == '/') target /= "..";
    }
    target = target / "blobs" / file.tag();
    std::error_code none;
    if (fs::read_symlink(place, none) == target) return;
    fs::create_directories(place.parent_path());
    fs::remove(place);
    fs::create_symlink(target, place);
  }

  // Last: only a whole snapshot has a name.
  void refer(const std::string& commit) const {
    if (is_commit(name_.revision)) return;
    const fs::path reference = folder_ / "refs" / name_.revision;
    fs::create_directories(reference.parent_path());
    write_file_atomically(reference, commit);
  }

  const HubName& name_;
  const PullOptions& options_;
  HubClient client_;
  fs::path folder_;
};

}  // namespace

Pulled pull_model(const HubName& name, const PullOptions& options) {
  return Pulling(name, options).go();
}

}  // namespace sonde
