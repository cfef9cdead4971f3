#include "items/stretches.h"

#include "base/open_file.h"
#include "sonde/error.h"

namespace sonde {

Digest stretch_digest(std::string_view bytes) {
  return Hasher().add_raw(std::as_bytes(std::span(bytes))).finish();
}

std::string bytes_between(const std::filesystem::path& file, std::uint64_t begin,
                          std::uint64_t end) {
  std::string bytes(end - begin, '\0');
  bytes.resize(OpenFile(file).read_at(begin, bytes));
  return bytes;
}

void throw_changed_since_listed(const Card& card) {
  throw input_error("the data set changed since it was listed", {card.file.string()},
                    "make the listing anew, and all parts");
}

}  // namespace sonde
