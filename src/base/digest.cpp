#include "sonde/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/atomic_file.h"
#include "base/file_digest.h"
#include "base/file_stamp.h"
#include "base/open_file.h"
#include "base/stop_check.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

std::string memo_key(const FileStamp& stamp) {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  return digest_of("file digest 2", stamp.device, stamp.inode, stamp.size, number(stamp.modified),
                   number(stamp.changed))
      .hex();
}

// A memo is the digest and, to notice a damaged one, a check of it.
std::string memo_text(const std::string& key, const Digest& digest) {
  return digest.hex() + " " + digest_of(key, digest).hex() + "\n";
}

std::optional<Digest> recall(const std::filesystem::path& memo, const std::string& key) {
  std::ifstream in(memo / key);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto digest = parse_digest(std::string_view(text).substr(0, 64));
  return digest && text == memo_text(key, *digest) ? digest : std::nullopt;
}

Digest read_digest(const OpenFile& file) {
  Hasher hasher;
  std::array<char, std::size_t{1} << 16> buffer;
  while (const std::size_t got = file.read(buffer)) {
    check_stop();
    hasher.add_raw(std::as_bytes(std::span(buffer.data(), got)));
  }
  return hasher.finish();
}

}  // namespace

std::string Digest::hex() const {
  std::string text;
  for (const auto byte : bytes) {
    text += kHexDigits[byte >> 4];
    text += kHexDigits[byte & 15];
  }
  return text;
}

std::optional<Digest> parse_digest(std::string_view hex) {
  Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < hex.size(); ++i) {
    const char* at = hex[i] == '\0' ? nullptr : std::strchr(kHexDigits, hex[i]);
    if (at == nullptr) return std::nullopt;
    auto& byte = digest.bytes[i / 2];
    byte = static_cast<std::uint8_t>((byte << 4) | (at - kHexDigits));
  }
  return digest;
}

std::uint64_t Digest::low64() const {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = (value << 8) | bytes[static_cast<std::size_t>(i)];
  return value;
}

// Small parts are gathered: a call of libcrypto takes longer than hashing them.
class Hasher::State {
 public:
  State() { start(); }

  // Whether nothing was added since the start.
  bool fresh() const { return fresh_; }

  void add(std::span<const std::byte> bytes) {
    fresh_ = false;
    if (bytes.size() > gathered_.size() - count_) pass_on();
    if (bytes.size() > gathered_.size()) {
      EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
    } else {
      std::ranges::copy(bytes, gathered_.begin() + static_cast<std::ptrdiff_t>(count_));
      count_ += bytes.size();
    }
  }

  Digest finish() {
    Digest digest;
    pass_on();
    EVP_DigestFinal_ex(context_.get(), digest.bytes.data(), nullptr);
    start();
    return digest;
  }

  // Reused by the thread's next hasher.
  static std::unique_ptr<State>& spare() {
    thread_local std::unique_ptr<State> state;
    return state;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };

  void start() {
    static const EVP_MD* const kind = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    if (!context_ || kind == nullptr || EVP_DigestInit_ex2(context_.get(), kind, nullptr) != 1) {
      throw outside_error("SHA-256 is not available in libcrypto");
    }
    fresh_ = true;
  }

  void pass_on() {
    EVP_DigestUpdate(context_.get(), gathered_.data(), count_);
    count_ = 0;
  }

  std::unique_ptr<EVP_MD_CTX, Free> context_{EVP_MD_CTX_new()};
  std::array<std::byte, 512> gathered_;
  std::size_t count_ = 0;
  bool fresh_ = true;
};

Hasher::Hasher() : state_(State::spare() ? std::move(State::spare()) : std::make_unique<State>()) {}

Hasher::~Hasher() {
  if (state_->fresh()) State::spare() = std::move(state_);
}

Hasher& Hasher::add_raw(std::span<const std::byte> bytes) {
  state_->add(bytes);
  return *this;
}

Hasher& Hasher::add(std::uint64_t number) {
  std::array<std::byte, 8> bytes;
  for (auto& byte : bytes) {
    byte = static_cast<std::byte>(number & 0xff);
    number >>= 8;
  }
  return add_raw(bytes);
}

Hasher& Hasher::add(double number) { return add(std::bit_cast<std::uint64_t>(number)); }

Hasher& Hasher::add(std::string_view part) {
  add(static_cast<std::uint64_t>(part.size()));
  return add_raw(std::as_bytes(std::span(part)));
}

Hasher& Hasher::add(const Digest& digest) {
  return add_raw(std::as_bytes(std::span(digest.bytes)));
}

Digest Hasher::finish() { return state_->finish(); }

Digest file_digest(const std::filesystem::path& file, const std::filesystem::path& memo) {
  return file_digest(file, memo, std::chrono::system_clock::now());
}

Digest file_digest(const std::filesystem::path& path, const std::filesystem::path& memo,
                   std::chrono::system_clock::time_point now) {
  const OpenFile file(path);
  const FileStamp stamp = file_stamp(file.descriptor());
  const bool remember = !memo.empty() && is_settled(stamp, now);
  const std::string key = remember ? memo_key(stamp) : std::string();
  if (remember) {
    if (const auto known = recall(memo, key)) return *known;
  }
  const Digest digest = read_digest(file);
  if (remember) {
    // A memo that cannot be stored only costs time.
    try {
      std::filesystem::create_directories(memo);
      write_file_atomically(memo / key, memo_text(key, digest));
    } catch (const std::exception&) {
    }
  }
  return digest;
}

}  // namespace sonde
