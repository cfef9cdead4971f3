#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sonde {

// The card that a maker writes next to its data set.
struct MadeCard {
  std::string probe;
  std::filesystem::path file;  // next to the card
  std::string title;
  std::string made;                                             // how, in a sentence
  std::vector<std::pair<std::string, std::string>> settings{};  // the probe's
  std::vector<std::pair<std::string, std::string>> columns{};   // fields and their columns
  std::vector<std::string> notes{};                             // comments: counts and refusals
  std::string name{};  // the data set's, empty for that of its file
};

// The card's path for a data set: OUT.toml for OUT.tsv.
std::filesystem::path card_path(std::filesystem::path out);

std::string card_text(const MadeCard& card);

}  // namespace sonde
