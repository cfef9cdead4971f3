#include "formats/tables/delimited.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "sonde/error.h"

namespace {

using Fields = std::vector<std::string>;

constexpr sonde::DelimitedForm kForms[] = {{'\t', false}, {';', false}, {',', true}, {'\t', true}};

std::vector<Fields> read(const std::string& text, sonde::DelimitedForm form) {
  std::istringstream in(text);
  sonde::DelimitedReader reader(in, "fuzz", form);
  std::vector<Fields> records;
  for (Fields fields; reader.next(fields);) records.push_back(fields);
  return records;
}

std::string quoted(const std::vector<Fields>& records, char separator) {
  std::string text;
  for (const Fields& fields : records) {
    for (const std::string& field : fields) {
      text += '"';
      for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
      text += separator;
    }
    text.back() = '\n';
  }
  return text;
}

// Whether writing and reading again is to give the same: a CR before a quoted
// line end is part of that line end.
bool returns(const std::string& text) { return text.find('\r') == text.npos && text.size() < 9999; }

}  // namespace

// The first byte chooses the form. Values that were read are quoted and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto form = kForms[data[0] % std::size(kForms)];
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const auto records = read(text, form);
    if (!returns(text)) return 0;
    if (read(quoted(records, form.separator), {form.separator, true}) != records) std::abort();
  } catch (const sonde::Error&) {
  }
  return 0;
}
