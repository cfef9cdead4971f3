// Room: workshop/makers.
//
// New data sets made from files: from documents, or from the replies of a chat server.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/observer.h"

namespace sonde {

class GapFiller;

struct MakeRequest {
  std::filesystem::path in;
  std::filesystem::path out;
  bool replace = false;  // whether a file at `out` that a maker wrote may be replaced
  std::map<std::string, std::string> options{};
  // The value of a variable in the caller's environment, empty if it is unset.
  std::function<std::string(const std::string&)> variable{};
  // The masked language model of a specification such as "hf:FOLDER". None: no model.
  std::function<std::shared_ptr<GapFiller>(const std::string&)> gap_filler{};
};

// A report of the output, in lines for people.
using Made = std::vector<std::string>;

struct MakerOption {
  std::string_view name;
  std::string_view form;  // value's form (empty: a flag)
  std::string_view help;
};

// A row of the table of makers, which turn a file into a data set. `make` writes request.out whole
// or not at all, and next to it OUT.made.json, which records its origin. Errors: kUsage, kInput,
// kOutside, kInterrupted.
struct MakerKind {
  std::string_view name;
  std::string_view form;  // form of its input
  std::string_view help;
  std::span<const MakerOption> options;
  Made (*make)(const MakeRequest& request, Observer& observer);
};

std::span<const MakerKind> maker_kinds();

}  // namespace sonde
