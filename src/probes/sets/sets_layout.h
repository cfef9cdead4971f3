#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sonde/item.h"

namespace sonde {

// The set operators of the probe `sets`. A row is a sample, ({A, B}, target): its places are those
// of A, B and the target. Its label is the operator's name, and, if there are several, after a
// colon which of its kind it is among the samples of its item ("difference:s1-prev").
enum class SetOperator : std::size_t { kOverlap, kDifference, kUnion };

inline constexpr std::array<std::string_view, 3> kSetOperators{"overlap", "difference", "union"};

struct SampleLabel {
  SetOperator op;
  std::string_view kind;  // within `label` (may be empty)
};
// Nothing if the label is not a sample's.
std::optional<SampleLabel> parse_sample_label(std::string_view label);

// Which differences are measured: those of rows selected by the column `kept`, all, or all until
// encoders have checked the neighbours of base rows.
enum class SetsFilter { kKept, kNone, kEncoders };

// Why an item has no differences.
inline constexpr std::string_view kNotKept = "not kept for differences";

// The places of prev and curr, and of curr and next, among the texts of a base row's item.
inline constexpr std::array<std::array<std::uint32_t, 2>, 2> kNeighbours{{{0, 1}, {1, 2}}};

// Tests a record with the fields below: its layout, and whether its column `kept` is filled.
bool is_base_row(const Record& record);
bool says_kept(const Record& record);

// The columns of all three layouts (docs/reference/probes/sets.md).
std::vector<Field> sets_fields();

// The samples of a record. Left out if two sentences that must differ are the same letters and
// digits, or the target is A or B. Errors: kInput for an empty sentence, an unknown operator, a
// `kept` that is neither yes nor no or is missing in a base row, a row without neighbours that
// encoders have to check.
Item sets_item(Record&& record, const std::vector<Field>& fields, SetsFilter filter);

}  // namespace sonde
