#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/text_table.h"
#include "sonde/comparison.h"

namespace sonde {

// A row a difference, two subjects; or a row a result, a column a subject, with its standing.
TextTable difference_table(const Comparison& comparison);
TextTable standing_table(const Comparison& comparison);
// Spearman's correlation of two subjects' own values.
TextTable correlation_table(const Comparison& comparison);

// Whether its subject stands among others on a result.
bool has_place(const Standing& standing);
// Whether the task that a part of the comparison belongs to was measured but in part.
bool is_partial(const Comparison& comparison, const std::string& probe, const std::string& dataset);

// Lines: the items that moved most, and what the reader must know beside the tables.
std::string moves_text(const Moves& moves, const Comparison& comparison);
enum class MovedOrder : std::uint8_t { kBetterFirst, kWorseFirst };
// The same of any two, without the data set; `second` names the later one.
std::string moved_items(const Moves& moves, std::string_view second, MovedOrder order);
std::string comparison_notes(const Comparison& comparison);

// docs/reference/output.md describes them; their "schema" changes when they do.
std::string comparison_json(const Comparison& comparison);
std::string check_json(const CheckReport& report);

// "pass", "fail" or "can't tell".
std::string verdict_text(Verdict verdict);
// What a reader must know of a verdict: the reason, or what the sample can't show.
std::string check_remark(const GateCheck& check);
// "higher", "lower" or "neither".
std::string better_text(Better better);

}  // namespace sonde
