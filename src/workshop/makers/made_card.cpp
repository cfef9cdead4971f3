#include "workshop/makers/made_card.h"

#include <nlohmann/json.hpp>

namespace sonde {
namespace {

// A string of JSON is one of TOML.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string line(const std::string& key, const std::string& value) {
  return key + " = " + quoted(value) + "\n";
}

}  // namespace

std::filesystem::path card_path(std::filesystem::path out) {
  return out.replace_extension(".toml");
}

std::string card_text(const MadeCard& card) {
  std::string text = line("probe", card.probe) + line("file", card.file.filename().string()) +
                     line("name", card.name.empty() ? card.file.stem().string() : card.name) +
                     line("title", card.title) + line("made", card.made);
  for (const auto& [key, value] : card.settings) text += line(key, value);
  std::string columns;
  for (const auto& [field, column] : card.columns) {
    columns += (columns.empty() ? "" : ", ") + quoted(field) + " = " + quoted(column);
  }
  if (!columns.empty()) text += "columns = { " + columns + " }\n";
  for (const auto& note : card.notes) text += "# " + note + "\n";
  return text;
}

}  // namespace sonde
