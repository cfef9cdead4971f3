#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sonde {

// ORG/NAME or ORG/NAME@REVISION of a model on a hub; a revision is a branch, a tag or a commit.
struct HubName {
  std::string model;
  std::string revision = "main";
};

// Nothing where the text is no such name.
std::optional<HubName> parse_hub_name(const std::string& text);

// Whether a revision is a commit's 40 hexadecimal digits.
bool is_commit(const std::string& revision);

// Where a Hugging Face cache has the model: with blobs, refs and snapshots.
std::filesystem::path hub_folder(const std::filesystem::path& hub, const HubName& name);
// ORG/NAME of such a folder; empty for others.
std::string model_of_hub_folder(const std::filesystem::path& folder);

}  // namespace sonde
