// Cards, and a data set read by each: its text follows the card's after a NUL.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "data/card.h"
#include "sonde/dataset.h"
#include "sonde/error.h"

namespace {

const std::filesystem::path kFolder =
    std::filesystem::temp_directory_path() / ("sonde_card_fuzz_" + std::to_string(getpid()));

// All files that the card names have the same text and are in the fuzzer's folder.
void point_here(sonde::Card& card, std::string_view data) {
  std::filesystem::create_directories(kFolder);
  card.file = kFolder / "data";
  std::ofstream(card.file, std::ios::binary) << data;
  for (auto& labels : card.labels) labels.file = card.file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto end = std::min(text.find('\0'), text.size());
  try {
    sonde::Card card = sonde::parse_card(text.substr(0, end), "folder/fuzz.toml");
    point_here(card, text.substr(std::min(end + 1, text.size())));
    const std::vector<sonde::Field> fields{{"first", {"a"}}, {"second", {}}, {"gold", {}, false}};
    sonde::read_records(card, fields, [](sonde::Record&&) { return true; });
  } catch (const sonde::Error&) {
  }
  std::filesystem::remove_all(kFolder);
  return 0;
}
