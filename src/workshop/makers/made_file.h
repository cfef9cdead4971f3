#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sonde/digest.h"
#include "sonde/maker.h"
#include "workshop/makers/rule_counts.h"

namespace sonde {

// The origin of a made file: all that decides its content. Stored next to it, as OUT.made.json.
struct Origin {
  std::string maker;
  int version = 1;  // changes when the same options would make something else
  std::string in_sha256{};
  nlohmann::json options = nlohmann::json::object();
};

// Whether request.out is there and of this origin, as it was written. Errors: kUsage if two
// outputs are the same file, one is an input, or something else may not be replaced: files that no
// maker wrote, or edited since, never may. kOutside if its folder is not writable. `beside`: other
// files to write there, previously written only by a maker.
bool is_made(const MakeRequest& request, const Origin& origin,
             const std::vector<std::filesystem::path>& beside = {});

// The bytes of a file: a text, or pieces that are made each time they are needed, so that a large
// file is never in memory as a whole.
class MadeContent {
 public:
  using TakePiece = std::function<void(std::string_view)>;
  using GivePieces = std::function<void(const TakePiece&)>;

  MadeContent(std::string text)
      : give_([text = std::move(text)](const TakePiece& take) { take(text); }) {}
  explicit MadeContent(GivePieces give) : give_(std::move(give)) {}

  Digest digest() const;                                // SHA-256
  void write(const std::filesystem::path& path) const;  // Atomic. Errors: kOutside.

 private:
  GivePieces give_;
};

struct MadeFile {
  std::filesystem::path path;
  MadeContent content;
};

// Puts the files in place, their origin first and the data set last: a kill in between harms
// nothing, and files without an origin next to them are not ours.
void write_made(const MadeFile& set, const Origin& origin, const nlohmann::json& counts,
                const std::vector<MadeFile>& beside = {});

// Nothing could be made: writes the refused sources to a file next to the set (empty: nowhere) with
// its origin, so that a later maker may replace it, and throws. An earlier set stays.
[[noreturn]] void fail_with_refused(const MakeRequest& request, const Origin& origin,
                                    const RuleCounts& counts, const std::string& refused,
                                    const std::string& problem, const std::string& advice);

}  // namespace sonde
