#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sonde/maker.h"

namespace sonde {

// What a made file comes of: all that decides its content. Kept beside it, as OUT.made.json.
struct Origin {
  std::string maker;
  int version = 1;  // changes when the same options would make something else
  std::string in_sha256{};
  nlohmann::json options = nlohmann::json::object();
};

// Whether request.out is there and of this origin, as it was written. Errors: kUsage where it is
// the input, by whatever name, or something else that may not be replaced: what no maker wrote, or
// was edited since, never may; kOutside where its folder cannot be written in. `beside`: what else
// will be written there, and was only by a maker.
bool is_made(const MakeRequest& request, const Origin& origin,
             const std::vector<std::filesystem::path>& beside = {});

struct MadeFile {
  std::filesystem::path path;
  std::string content;
};

// Puts the files in place, their origin first and the data set last: a kill in between harms
// nothing, and what lies beside no origin is not ours.
void write_made(const MadeFile& set, const Origin& origin, const nlohmann::json& counts,
                const std::vector<MadeFile>& beside = {});

}  // namespace sonde
