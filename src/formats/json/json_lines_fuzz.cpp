#include "formats/json/json_lines.h"

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sonde/error.h"

namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Read {
  std::vector<std::string> names;
  Rows rows;
};

Read read(const std::string& text) {
  std::istringstream in(text);
  sonde::JsonLinesReader reader(in, "fuzz");
  Read read;
  for (std::vector<std::string> row; reader.next(row);) {
    if (row.size() != reader.names().size() || row.size() > sonde::kMostKeys) std::abort();
    read.rows.push_back(row);
  }
  read.names = reader.names();
  return read;
}

// The same table with all values as texts, those of one name as a list.
std::string written(const Read& read) {
  std::string text;
  for (const auto& row : read.rows) {
    nlohmann::json object = nlohmann::json::object();
    for (std::size_t i = 0; i < read.names.size(); ++i) {
      object[read.names[i]].push_back(i < row.size() ? row[i] : "");
    }
    text += object.dump() + '\n';
  }
  return text;
}

}  // namespace

// Writing the values and reading them again gives the same values.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kShort = 4096;  // rows times columns are many
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const Read first = read(text);
    if (size > kShort) return 0;
    const Read again = read(written(first));
    if (again.rows.size() != first.rows.size()) std::abort();
    if (first.rows.empty()) return 0;
    if (again.names.size() != first.names.size()) std::abort();
    if (read(written(again)).rows != again.rows) std::abort();
  } catch (const sonde::Error&) {
  }
  return 0;
}
