#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sonde/dataset.h"
#include "sonde/item.h"

namespace sonde {

// How to read a column of a data file.
struct Column {
  enum class Use {
    kSkip,
    kId,
    kField,
    kLabel,
    kRest
  };  // kRest: it and all that follow are skipped
  Use use = Use::kSkip;
  std::size_t field = 0;  // for kField
  std::string name;       // written as in the card or the header, for labels without "label:"
};

// Whether the card lists the columns, by place or by name.
bool names_columns(const Card& card);

// The columns as a card writes them or, if it writes none and the file has no header, the probe's
// required fields in order. Errors: kInput with the place in the card.
std::vector<Column> columns_of_card(const Card& card, std::span<const Field> fields);

// The columns as a header names them. A column that is neither field nor id is a label. If the card
// names columns, those are read and fields by their own names, and the others are skipped.
// Constants of the card replace columns. Errors: kInput with `place` for a field that is missing or
// there twice, or a name of the card that is missing in the header.
std::vector<Column> columns_of_header(std::span<const std::string> header,
                                      std::span<const Field> fields, const Place& place,
                                      const Card& card = {});

// A column that first appeared below the first of JSON lines: another value of a field that
// repeats, or a label. Errors: kInput for any other field, which the first line must have.
Column further_column(const std::string& name, std::span<const Column> so_far,
                      std::span<const Field> fields, const Place& place, const Card& card);

// The fields whose value the card sets for all records.
std::vector<std::size_t> constant_fields(const Card& card, std::span<const Field> fields);

// Whether the text, in any case, is a name of one of the fields.
bool names_any(const std::string& text, std::span<const Field> fields);

// Errors: kInput if a line is blank or its number of fields differs from that of the columns.
void check_column_count(std::span<const std::string> values, std::size_t columns,
                        const Place& place, const std::string& advice);

}  // namespace sonde
