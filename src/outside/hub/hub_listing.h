#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A file of a model on a hub.
struct HubFile {
  std::string name;  // its path within the model: no part is empty, . or ..
  std::uint64_t size = 0;
  std::string sha256{};  // hexadecimal, of its bytes (empty if the hub has only git's)
  std::string git{};     // git's hexadecimal SHA-1 (empty if there is sha256)

  const std::string& tag() const { return sha256.empty() ? git : sha256; }
};

struct HubListing {
  std::string commit;  // 40 hexadecimal digits
  std::vector<HubFile> files;
};

// Reads a hub's response at /api/models/ORG/NAME/revision/REVISION?blobs=true. Errors: kOutside at
// `url` for anything else, and for names that lead out of the model's folder.
HubListing read_hub_listing(std::string_view body, const std::string& url);

}  // namespace sonde
