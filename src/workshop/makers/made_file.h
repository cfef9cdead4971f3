#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sonde/maker.h"

namespace sonde {

// The origin of a made file: all that decides its content. Stored next to it, as OUT.made.json.
struct Origin {
  std::string maker;
  int version = 1;  // changes when the same options would make something else
  std::string in_sha256{};
  nlohmann::json options = nlohmann::json::object();
};

// Whether request.out is there and of this origin, as it was written. Errors: kUsage if it is the
// input, by whatever name, or something else that may not be replaced: files that no maker wrote,
// or edited since, never may. kOutside if its folder is not writable. `beside`: other files to
// write there, previously written only by a maker.
bool is_made(const MakeRequest& request, const Origin& origin,
             const std::vector<std::filesystem::path>& beside = {});

struct MadeFile {
  std::filesystem::path path;
  std::string content;
};

// Puts the files in place, their origin first and the data set last: a kill in between harms
// nothing, and files without an origin next to them are not ours.
void write_made(const MadeFile& set, const Origin& origin, const nlohmann::json& counts,
                const std::vector<MadeFile>& beside = {});

}  // namespace sonde
