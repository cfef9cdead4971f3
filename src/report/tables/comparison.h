#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/text_table.h"
#include "sonde/comparison.h"

namespace sonde {

// A row per difference of two subjects. `further`: how many of the columns p, n and effect.
inline constexpr std::size_t kFurtherColumns = 3;
TextTable difference_table(const Comparison& comparison, std::size_t further);
// A row per result and a column per subject, with its standing.
TextTable standing_table(const Comparison& comparison, bool with_places);
// Spearman's correlation of two subjects' own values.
TextTable correlation_table(const Comparison& comparison);

// Whether its subject has a place among others on a result.
bool has_place(const Standing& standing);
// Whether the task that a part of the comparison belongs to was measured but in part.
bool is_partial(const Comparison& comparison, const std::string& probe, const std::string& dataset);

// Lines: the items that moved most, and what the reader needs in addition to the tables.
std::string moves_text(const Moves& moves, const Comparison& comparison, std::size_t width);
enum class MovedOrder : std::uint8_t { kBetterFirst, kWorseFirst };
// The same for any two, without the data set. `second` names the later one. Two lines per item, of
// at most `width` columns.
std::string moved_items(const Moves& moves, std::string_view second, MovedOrder order,
                        std::size_t width);
std::string comparison_notes(const Comparison& comparison);

// docs/reference/output.md describes them. Their "schema" changes when they do.
std::string comparison_json(const Comparison& comparison);
std::string check_json(const CheckReport& report);

// "RUN against BASE", or "RUN" without a base.
std::string checked_pair(const CheckReport& report);
// "pass", "fail" or "can't tell".
std::string verdict_text(Verdict verdict);
// A verdict's remark for the reader: the reason, or the limits of the sample.
std::string check_remark(const GateCheck& check);
// The label of the subject that is better if the test decides, else "can't tell", "no test" or "-".
std::string better_subject(const Comparison& comparison, const Difference& d);
// "higher", "lower" or "neither".
std::string better_text(Better better);

}  // namespace sonde
