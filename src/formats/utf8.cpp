#include "formats/utf8.h"

#include <cstdint>
#include <cstring>

namespace sonde {
namespace {

// How many of the bytes from `at` on are ASCII, eight at a time.
std::size_t ascii_run(std::string_view text, std::size_t at) {
  const std::size_t start = at;
  for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  return at - start;
}

struct Lead {
  std::size_t length;             // in the sequence (0: no lead byte)
  unsigned char lowest, highest;  // that the second byte may be
};

Lead lead_of(unsigned char c) {
  if (c < 0x80) return {1, 0, 0};
  if (c < 0xc2) return {0, 0, 0};
  if (c < 0xe0) return {2, 0x80, 0xbf};
  if (c < 0xf0) {
    return {3, static_cast<unsigned char>(c == 0xe0 ? 0xa0 : 0x80),
            static_cast<unsigned char>(c == 0xed ? 0x9f : 0xbf)};
  }
  if (c > 0xf4) return {0, 0, 0};
  return {4, static_cast<unsigned char>(c == 0xf0 ? 0x90 : 0x80),
          static_cast<unsigned char>(c == 0xf4 ? 0x8f : 0xbf)};
}

// The length of the well-formed sequence at the start of `text`, or 0.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const Lead lead = lead_of(byte(0));
  if (lead.length > text.size()) return 0;
  if (lead.length > 1 && (byte(1) < lead.lowest || byte(1) > lead.highest)) return 0;
  for (std::size_t i = 2; i < lead.length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return lead.length;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t at = ascii_run(text, 0); at < text.size();) {
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
    at += ascii_run(text, at);
  }
  return text.npos;
}

}  // namespace sonde
