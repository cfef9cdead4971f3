#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sonde/dataset.h"
#include "sonde/item.h"

namespace sonde {

// What a column of a data file is read as.
struct Column {
  enum class Use { kSkip, kId, kField, kLabel };
  Use use = Use::kSkip;
  std::size_t field = 0;  // of kField
  std::string name;       // as written in the card or the header; of a label, without "label:"
};

// The columns as a card writes them or, where it writes none and the file has
// no header, the probe's required fields in order. Errors: kInput with the place
// in the card.
std::vector<Column> columns_of_card(const Card& card, std::span<const Field> fields);

// The columns as a header names them: what is no field and no id is a label.
// Errors: kInput with `place` for a field that is missing or there twice.
std::vector<Column> columns_of_header(std::span<const std::string> header,
                                      std::span<const Field> fields, const Place& place);

// Errors: kInput where a line has another number of fields than there are columns, or is blank.
void check_column_count(std::span<const std::string> values, std::size_t columns,
                        const Place& place, const std::string& advice);

}  // namespace sonde
