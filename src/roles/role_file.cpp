#include "roles/role_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/at_place.h"
#include "base/parse.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "formats/tables/delimited.h"
#include "sonde/error.h"
#include "text/sentences.h"

namespace sonde {
namespace {

constexpr std::string_view kNoPhrase = "NONE";
constexpr std::string_view kDoubtKey = "Doubt", kDoubtColumn = "doubt";
constexpr std::size_t kLongestPhrase = std::size_t{1} << 16;  // bytes
constexpr std::size_t kLargestRoleFile = std::size_t{64} << 20;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// A role's phrase in a file. Empty: the sentence has none.
std::string phrase_of(std::string_view text, const Place& place) {
  std::string phrase = spaced_once(text);
  if (std::ranges::any_of(phrase, is_control)) {
    throw input_error("a role's phrase holds a control character", place, "remove it");
  }
  if (phrase.size() > kLongestPhrase) {
    throw input_error("a role's phrase is longer than 64 KiB", place, "a phrase is a few words");
  }
  return phrase == kNoPhrase ? std::string() : phrase;
}

// The first row decides which of the two forms it is.
void set_sides(RoleRows& roles, std::size_t sides, const Place& place) {
  if (roles.frames.empty()) roles.sides = sides;
  if (sides == roles.sides) return;
  throw input_error("has " + std::to_string(sides) + " frames, but the first row has " +
                        std::to_string(roles.sides),
                    place, "give each row as many sentences");
}

// `doubt` belongs to the last frame.
void add_doubt(RoleRows& roles, std::string doubt) {
  if (doubt.empty() && roles.doubts.empty()) return;
  roles.doubts.resize(roles.frames.size() - 1);
  roles.doubts.push_back(std::move(doubt));
}

using nlohmann::json;

std::string json_phrase_of(const json& phrase, const Place& place) {
  if (phrase.is_string()) return phrase_of(phrase.get_ref<const std::string&>(), place);
  throw input_error("a role's phrase is not a text", place, R"(write "NONE" where it has none)");
}

RoleFrame frame_of(const json& object, const Place& place) {
  if (!object.is_object()) {
    throw input_error("a frame is not an object of roles", place,
                      R"(write {"Agent": "The dog", "Verb": "barks"})");
  }
  RoleFrame frame;
  for (const auto& [name, phrase] : object.items()) {
    const Role role = at_place(place, [&] { return role_named(name); });
    Place of_role = place;
    of_role.column = name;
    frame[role] = json_phrase_of(phrase, of_role);
  }
  return frame;
}

// Takes the frame's doubt out of `object`.
std::string taken_doubt(json& object, Place place) {
  const auto found = object.is_object() ? object.find(kDoubtKey) : object.end();
  if (found == object.end()) return {};
  place.column = kDoubtKey;
  std::string doubt = json_phrase_of(*found, place);
  object.erase(found);
  return doubt;
}

constexpr const char* kRoleLayout =
    R"(write {"1": [{FRAME}, {FRAME}], ...}: for each row of the data set its sentences' frames)";

class RoleTsvReader {
 public:
  RoleTsvReader(std::istream& in, const std::string& name) : records_(in, name) { read_header(); }
  explicit RoleTsvReader(const std::filesystem::path& file) : records_(file) { read_header(); }

  RoleRows read() {
    RoleRows roles{1, {}};
    while (records_.next(fields_)) {
      check_place(roles);
      roles.frames.push_back(frame());
      add_doubt(roles, doubt_ == kMissing ? std::string() : phrase_at(doubt_, kDoubtColumn));
    }
    if (roles.frames.empty()) throw_error("has no rows", "give a line for each sentence");
    if (roles.frames.size() % roles.sides != 0) {
      throw_error("the last row has no second sentence", "give each row as many sentences");
    }
    return roles;
  }

 private:
  void read_header() {
    if (!records_.next(fields_)) throw_error("is empty", "begin with a header: row, side, roles");
    columns_ = fields_.size();
    for (std::size_t i = 0; i < columns_; ++i) take_column(fields_[i], i);
    if (row_ == kMissing || side_ == kMissing) {
      throw_error("the header has no column row or side", "begin with row, side, Agent, Verb");
    }
  }

  void take_column(const std::string& name, std::size_t column) {
    auto& at = place_of(name);
    if (at != kMissing) throw_error("the header has '" + name + "' twice", "remove one");
    at = column;
  }

  std::size_t& place_of(const std::string& name) {
    if (name == "row") return row_;
    if (name == "side") return side_;
    if (name == kDoubtColumn) return doubt_;
    const Role role = at_place(records_.place(), [&] { return role_named(name); });
    return role_columns_[index_of(role)];
  }

  std::size_t number(std::size_t column) const {
    const auto number = parse_number<std::size_t>(fields_[column]);
    if (number && *number > 0) return *number;
    throw_error("'" + fields_[column] + "' is not a number from 1", "rows and sides count from 1");
  }

  RoleFrame frame() const {
    RoleFrame frame;
    for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
      const std::size_t column = role_columns_[role];
      if (column != kMissing) frame.phrases[role] = phrase_at(column, kRoleNames[role]);
    }
    return frame;
  }

  std::string phrase_at(std::size_t column, std::string_view name) const {
    Place place = records_.place();
    place.column = name;
    return phrase_of(std::string_view(fields_[column]), place);
  }

  // Rows ascend, each with the sides of the first.
  void check_place(RoleRows& roles) const {
    if (fields_.size() != columns_) throw_fields();
    const std::size_t at = roles.frames.size(), row = number(row_), side = number(side_);
    if (at == 1 && row == 1) roles.sides = 2;
    if (row == at / roles.sides + 1 && side == at % roles.sides + 1) return;
    throw_error(
        "side " + std::to_string(side) + " of row " + std::to_string(row) + " is out of order",
        "number rows from 1, in order, each with side 1, or sides 1 and 2");
  }

  [[noreturn]] void throw_fields() const {
    throw_error("has " + std::to_string(fields_.size()) + " fields, but the header " +
                    std::to_string(columns_),
                "separate them by tabs");
  }

  [[noreturn]] void throw_error(const std::string& message, const std::string& advice) const {
    throw input_error(message, records_.place(), advice);
  }

  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
  DelimitedReader records_;
  std::vector<std::string> fields_;
  std::size_t columns_ = 0, row_ = kMissing, side_ = kMissing, doubt_ = kMissing;
  std::array<std::size_t, kRoleNames.size()> role_columns_ = [] {
    std::array<std::size_t, kRoleNames.size()> none;
    none.fill(kMissing);
    return none;
  }();
};

const std::string& written(const std::string& phrase) {
  static const std::string none(kNoPhrase);
  return phrase.empty() ? none : phrase;
}

std::string doubt_at(const RoleRows& roles, std::size_t frame) {
  return roles.doubts.empty() ? std::string() : roles.doubts[frame];
}

std::string frame_json(const RoleFrame& frame, const std::string& doubt) {
  std::string text;
  for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
    text += (role == 0 ? "{\"" : ", \"") + std::string(kRoleNames[role]) +
            "\": " + json(written(frame.phrases[role])).dump();
  }
  if (!doubt.empty()) text += ", \"" + std::string(kDoubtKey) + "\": " + json(doubt).dump();
  return text + "}";
}

}  // namespace

RoleRows parse_roles_json(std::string_view text, const std::string& file) {
  json document = parse_json(text, file);
  if (!document.is_object() || document.empty()) {
    throw input_error("is not an object of role frames", {file}, kRoleLayout);
  }
  RoleRows roles;
  for (std::size_t row = 1; row <= document.size(); ++row) {
    const std::string key = std::to_string(row);
    const Place place{file, 0, {}, key};
    const auto found = document.find(key);
    if (found == document.end()) {
      throw input_error(
          "has " + std::to_string(document.size()) + " rows, but no row '" + key + "'", {file},
          "number the rows from 1");
    }
    if (!found->is_array() || found->empty() || found->size() > 2) {
      throw input_error("a row is not a list of one frame or two", place, kRoleLayout);
    }
    set_sides(roles, found->size(), place);
    for (auto& object : *found) {
      std::string doubt = taken_doubt(object, place);
      roles.frames.push_back(frame_of(object, place));
      add_doubt(roles, std::move(doubt));
    }
  }
  return roles;
}

RoleFrame parse_role_frame(std::string_view text, const Place& place) {
  return frame_of(parse_json(text, place.file), place);
}

RoleRows read_roles_tsv(std::istream& in, const std::string& name) {
  return RoleTsvReader(in, name).read();
}

RoleRows read_roles(const std::filesystem::path& file) {
  if (file.extension() == ".tsv") return RoleTsvReader(file).read();
  return parse_roles_json(read_file(file, kLargestRoleFile), file.string());
}

std::vector<std::string> lines_of_doubts(const RoleRows& roles) {
  std::map<std::string, std::size_t> counts;
  for (const auto& doubt : roles.doubts) {
    if (!doubt.empty()) ++counts[doubt];
  }
  std::vector<std::string> lines;
  for (const auto& [doubt, count] : counts) {
    lines.push_back(doubt + ": " + std::to_string(count) + " of " +
                    std::to_string(roles.frames.size()) + " sentences");
  }
  return lines;
}

std::string roles_json(const RoleRows& roles) {
  std::string text = "{\n";
  for (std::size_t row = 0; row < roles.rows(); ++row) {
    text += (row == 0 ? "\"" : ",\n\"") + std::to_string(row + 1) + "\": [";
    for (std::size_t side = 0; side < roles.sides; ++side) {
      text += (side == 0 ? "" : ", ") +
              frame_json(roles.at(row, side), doubt_at(roles, row * roles.sides + side));
    }
    text += "]";
  }
  return text + "\n}\n";
}

std::string roles_tsv(const RoleRows& roles) {
  std::string text = "row\tside";
  for (const auto name : kRoleNames) text += "\t" + std::string(name);
  if (!roles.doubts.empty()) text += "\t" + std::string(kDoubtColumn);
  for (std::size_t i = 0; i < roles.frames.size(); ++i) {
    text += "\n" + std::to_string(i / roles.sides + 1) + "\t" + std::to_string(i % roles.sides + 1);
    for (const auto& phrase : roles.frames[i].phrases) text += "\t" + written(phrase);
    if (!roles.doubts.empty()) text += "\t" + written(roles.doubts[i]);
  }
  return text + "\n";
}

}  // namespace sonde
