#pragma once

#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "roles/role_frame.h"
#include "sonde/error.h"

namespace sonde {

// The role frames of a data set's sentences: one per row, or two if a row is a pair.
struct RoleRows {
  std::size_t sides = 2;          // sentences of a row, 1 or 2
  std::vector<RoleFrame> frames;  // row by row
  // Per frame, why a labeller is less sure of it ("no finite verb"). Empty strings, or an empty
  // list: it is not.
  std::vector<std::string> doubts{};

  std::size_t rows() const { return frames.size() / sides; }
  const RoleFrame& at(std::size_t row, std::size_t side) const {
    return frames.at(row * sides + side);
  }

  bool operator==(const RoleRows&) const = default;
};

// Both forms number their rows from 1, in order. A missing role is "NONE", empty, or absent. Runs
// of white space in a phrase count as one space. Errors of all readers: kInput with the line, or
// the row's key and the role, for another layout, a role that is not one of the eight, a row that
// is missing, rows of one and of two sentences, control characters, and phrases longer than 64 KiB.
// A frame's key "Doubt", or the column doubt, holds its doubt.

// {"1": [{"Agent": "The dog", "Verb": "barks", ...}, {...}], "2": ...}
RoleRows parse_roles_json(std::string_view text, const std::string& file);

// One frame, {"Agent": "The dog", ...}, from `place`.
RoleFrame parse_role_frame(std::string_view text, const Place& place);

// One line per sentence. The header names the columns row, side (1 or 2), and roles.
RoleRows read_roles_tsv(std::istream& in, const std::string& name);

// The file's name decides: FILE.tsv, else JSON.
RoleRows read_roles(const std::filesystem::path& file);

// One line for people per doubt: "no finite verb: 12 of 300 sentences".
std::vector<std::string> lines_of_doubts(const RoleRows& roles);

// The format of the readers. All eight roles are written, a missing one as "NONE".
std::string roles_json(const RoleRows& roles);
std::string roles_tsv(const RoleRows& roles);

}  // namespace sonde
