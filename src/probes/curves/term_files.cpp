#include "probes/curves/term_files.h"

#include <string>
#include <string_view>

#include "data/card.h"
#include "data/spec_text.h"
#include "formats/lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

bool names_file(const std::string& key, const std::string& value) {
  return key.ends_with("_terms") && value.starts_with('@');
}

std::string joined_lines(const std::filesystem::path& file) {
  LineReader lines(file);
  std::string joined;
  for (std::string_view line; lines.next(line);) {
    if (line.find(',') != line.npos) {
      throw input_error("a term with a comma", lines.place(), "write one term per line");
    }
    if (line.find_first_not_of(" \t") == line.npos) continue;
    joined += (joined.empty() ? "" : ",") + std::string(line);
  }
  if (joined.empty()) throw input_error("the file has no term", {file.string()}, "one per line");
  return joined;
}

}  // namespace

void read_term_files(Spec& spec) {
  bool changed = false;
  for (auto& [key, value] : spec.options) {
    if (!names_file(key, value)) continue;
    if (value == "@") {
      throw usage_error(key + "=@ names no file", "give one, with one term per line, or the terms");
    }
    value = joined_lines(value.substr(1));
    changed = true;
  }
  if (changed) spec.text = composed_text(spec);
}

void read_term_files(const Card& card, std::map<std::string, std::string>& settings) {
  for (auto& [key, value] : settings) {
    if (!names_file(key, value)) continue;
    if (value == "@") {
      throw input_error(key + " = \"@\" names no file", place_in_card(card, key),
                        "give one, with one term per line, or the terms");
    }
    value = joined_lines(card.card.parent_path() / value.substr(1));
  }
}

}  // namespace sonde
