#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sonde {

// ORG/NAME or ORG/NAME@REVISION of a model on a hub. A revision is a branch, a tag or a commit.
struct HubName {
  std::string model;
  std::string revision = "main";
};

// Nothing if the text is not such a name.
std::optional<HubName> parse_hub_name(const std::string& text);

// Whether a revision is a commit's 40 hexadecimal digits.
bool is_commit(const std::string& revision);

// The model's folder in a Hugging Face cache: with blobs, refs and snapshots.
std::filesystem::path hub_folder(const std::filesystem::path& hub, const HubName& name);
// ORG/NAME for such a folder, empty for others.
std::string model_of_hub_folder(const std::filesystem::path& folder);

}  // namespace sonde
