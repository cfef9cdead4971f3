#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "outside/replies/stored_replies.h"
#include "workshop/makers/fusions/fusion.h"
#include "workshop/makers/fusions/fusion_options.h"
#include "workshop/makers/fusions/triple_table.h"

namespace sonde {

// One answer to a question, with the whole request.
struct FusionDraw {
  std::uint64_t draw = 0;
  std::string system, user;
  nlohmann::json parameters;
  std::uint64_t words_of_both = 0, limit = 0, words = 0;
  ChatAnswer answer;
  Fusion fusion;
};

// The draws of the two fusions of a row, of prev and curr and of curr and next: the last one of
// each can be used, or none can.
struct RowFusions {
  std::vector<FusionDraw> draws[2];
};

// Requests the fusions of a row, draw by draw. Errors: those of StoredReplies::ask().
RowFusions fuse_row(const TripleTable& table, std::size_t row, const FusionOptions& options,
                    StoredReplies& answers);

// Why the row cannot be used. Empty if it can.
std::string why_left_out(const RowFusions& fusions);

// The table with s1 and s2, without the rows that cannot be used.
std::string fused_table(const TripleTable& table, const std::vector<RowFusions>& rows);

// A line of JSON for each draw.
std::string fusion_lines(const TripleTable& table, const std::vector<RowFusions>& rows,
                         const FusionOptions& options);

// Counts for people and for the file's origin.
nlohmann::json fusion_counts(const std::vector<RowFusions>& rows);

}  // namespace sonde
