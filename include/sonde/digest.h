// Room: base.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sonde {

// A SHA-256 digest.
struct Digest {
  std::array<std::uint8_t, 32> bytes{};

  std::string hex() const;      // 64 lower-case hexadecimal digits
  std::uint64_t low64() const;  // the first eight bytes, little-endian: a key for resampling
  std::string_view short_key() const {  // the first 16 bytes: a key of the store
    return {reinterpret_cast<const char*>(bytes.data()), 16};
  }
  auto operator<=>(const Digest&) const = default;
};

// Parses the output of hex(). Returns nothing if the text is not a digest.
std::optional<Digest> parse_digest(std::string_view hex);

// Collects parts into a digest. Each part is framed with its length, so that
// ("ab", "c") and ("a", "bc") differ. Not safe to share between threads.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& add(std::string_view part);
  Hasher& add(std::uint64_t number);
  Hasher& add(double number);  // adds its bits
  Hasher& add(const Digest& digest);
  Hasher& add_raw(std::span<const std::byte> bytes);  // unframed, for files
  Digest finish();                                    // and restarts

 private:
  class State;
  std::unique_ptr<State> state_;
};

// The digest of the parts, each framed.
template <class... Parts>
Digest digest_of(const Parts&... parts) {
  Hasher hasher;
  (hasher.add(parts), ...);
  return hasher.finish();
}

// The plain SHA-256 of a file's bytes, as `sha256sum` prints it. With a `memo` folder (created if
// missing, empty: none), the digest is cached by device, inode, size and times, so that an
// unchanged file is read only once. A file changed within the last two seconds is never cached: its
// times could hide a second change. Errors: kInput if the file is missing or unreadable.
Digest file_digest(const std::filesystem::path& file, const std::filesystem::path& memo = {});

}  // namespace sonde
