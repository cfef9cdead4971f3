#pragma once

#include <map>
#include <string>
#include <vector>

#include "sonde/error.h"
#include "sonde/item.h"

namespace sonde {

// Values of a record by the number of their field. Errors: kInput with place,
// field and item.

// A sentence; one of white space only is an error.
std::string take_sentence(Record& record, const std::vector<Field>& fields, std::size_t field);

// Whether there is nothing but white space, or no such column.
bool is_blank(const Record& record, std::size_t field);

// A finite number, or NaN where "nan" or "NA" is written. A comma that may part thousands, as in
// 1,234, is an error unless `decimal_comma`.
double number_at(const Record& record, const std::vector<Field>& fields, std::size_t field,
                 bool decimal_comma);

// A card's keys that the probe does not know are an error, which names the key as the column;
// its `language` is known to all.
void reject_unknown_settings(const std::map<std::string, std::string>& settings,
                             const std::vector<std::string>& known);

// Calls what reads the value of a card's key; its errors of usage become errors of
// input that name the key as the column.
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
