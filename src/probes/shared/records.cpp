#include "probes/shared/records.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/names.h"
#include "base/parse.h"
#include "data/card.h"
#include "data/number_fields.h"
#include "probes/shared/incomplete_record.h"
#include "sonde/error.h"
#include "text/invisible.h"

namespace sonde {
namespace {

Place place_of(const Record& record, const std::vector<Field>& fields, std::size_t field) {
  Place place = record.place;
  place.column = fields[field].name;
  place.item = record.id;
  return place;
}

}  // namespace

bool is_blank(const Record& record, std::size_t field) {
  return trimmed(record.values[field]).empty();
}

std::string take_sentence(Record& record, const std::vector<Field>& fields, std::size_t field) {
  if (is_invisible(record.values[field])) {
    throw IncompleteRecord(
        is_blank(record, field) ? "an empty sentence" : "a sentence of invisible characters alone",
        place_of(record, fields, field), "fill it in, or remove the line");
  }
  return std::move(record.values[field]);
}

std::string advice_for_number(std::string_view text, bool decimal_comma) {
  const auto commas = std::ranges::count(text, ','), points = std::ranges::count(text, '.');
  const bool is_number = text.find_first_not_of("+-0123456789,.") == text.npos &&
                         text.find_last_of("0123456789") == text.size() - 1;
  if (is_number && commas + points > 1) {
    return "write it without a separator of thousands";
  }
  if (commas == 1 && !decimal_comma) {
    return "if the comma is decimal, describe it in a card: decimal = \",\"";
  }
  return "write a number such as 3.5, or leave it empty if there is none";
}

double number_at(const Record& record, const std::vector<Field>& fields, std::size_t field,
                 bool decimal_comma) {
  const std::string_view text = trimmed(record.values[field]);
  if (is_missing(text)) return std::numeric_limits<double>::quiet_NaN();
  const auto number = parse_number<double>(with_decimal_point(std::string(text), decimal_comma));
  if (!number || !std::isfinite(*number)) {
    throw input_error("'" + std::string(text.substr(0, 40)) + "' is not a number",
                      place_of(record, fields, field), advice_for_number(text, decimal_comma));
  }
  return *number;
}

void reject_unknown_settings(const std::map<std::string, std::string>& settings,
                             const std::vector<std::string>& known) {
  for (const auto& [key, value] : settings) {
    if (key == "language" || std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::vector<std::string> all = known;
    all.insert(all.end(), card_keys().begin(), card_keys().end());
    throw input_error("unknown key '" + key + "' in the data set's card", {"", 0, key, ""},
                      did_you_mean(key, all, "remove it"));
  }
}

}  // namespace sonde
