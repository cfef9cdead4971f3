#include "formats/toml.h"

#include "formats/file_bytes.h"
#include "sonde/error.h"

namespace sonde {

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw input_error("is not valid TOML: " + std::string(error.description()),
                      {file, error.source().begin.line},
                      "see docs/formats.md, and https://toml.io");
  }
}

toml::table read_toml(const std::filesystem::path& file) {
  return parse_toml(read_file(file, std::size_t{1} << 20), file.string());
}

}  // namespace sonde
