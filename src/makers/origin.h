#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

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
// something else that may not be replaced: what no maker wrote never may; kOutside where its folder
// cannot be written in.
bool is_made(const MakeRequest& request, const Origin& origin);

// Puts the file in place, its origin first, so that a kill between the two harms nothing.
void write_made(const std::filesystem::path& out, const std::string& content, const Origin& origin,
                const nlohmann::json& counts);

}  // namespace sonde
