#pragma once

#include <map>
#include <string>
#include <vector>

#include "sonde/error.h"
#include "sonde/item.h"

namespace sonde {

// Values of a record by the number of their field. Errors: kInput with place,
// field and item.

// A sentence. Errors: IncompleteRecord if it is white space or invisible.
std::string take_sentence(Record& record, const std::vector<Field>& fields, std::size_t field);

// Whether there is only white space, or the column is missing.
bool is_blank(const Record& record, std::size_t field);

// A finite number, or NaN where "nan" or "NA" is written. A comma that may part thousands, as in
// 1,234, is an error unless `decimal_comma`.
double number_at(const Record& record, const std::vector<Field>& fields, std::size_t field,
                 bool decimal_comma);

// Unknown keys of a card are an error, which names the key as the column. Every probe accepts its
// `language`.
void reject_unknown_settings(const std::map<std::string, std::string>& settings,
                             const std::vector<std::string>& known);

// Calls `read`, which reads the value of a card's key. Its errors of usage become errors of input
// that name the key as the column.
template <class Read>
decltype(auto) reading_setting(const std::string& key, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUsage) throw;
    throw input_error(error.message(), {"", 0, key, ""}, error.advice());
  }
}

}  // namespace sonde
