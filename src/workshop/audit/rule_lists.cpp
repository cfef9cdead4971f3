#include "workshop/audit/rule_lists.h"

#include "workshop/audit/word_table.h"

namespace sonde {
namespace {

std::vector<MeaningFrame> read_frames(const std::filesystem::path& file) {
  std::vector<MeaningFrame> frames;
  read_word_table(file, {"kind", "form", "frame"},
                  [&](const std::vector<std::string>& row, const Place&) {
                    frames.push_back({row[0], row[1], row[2]});
                  });
  return frames;
}

}  // namespace

NameList::NameList(const std::filesystem::path& file) {
  read_word_table(file, {"name", "kind"}, [&](const std::vector<std::string>& row, const Place&) {
    kinds_.emplace(row[0], row[1]);
    names_[row[1]].push_back(row[0]);
  });
}

std::string_view NameList::kind_of(std::string_view name) const {
  const auto found = kinds_.find(name);
  return found == kinds_.end() ? std::string_view() : std::string_view(found->second);
}

const std::vector<std::string>& NameList::of_kind(std::string_view kind) const {
  static const std::vector<std::string> kNone;
  const auto found = names_.find(kind);
  return found == names_.end() ? kNone : found->second;
}

WordLists WordLists::read(std::span<const std::filesystem::path> data) {
  std::filesystem::path folder = data.empty() ? "data/language/en" : data.front() / "language/en";
  for (const auto& one : data) {
    if (!std::filesystem::is_directory(one / "language/en")) continue;
    folder = one / "language/en";
    break;
  }
  return {PhraseTable(folder / "phrases.tsv"), read_units(folder / "units.tsv"),
          read_frames(folder / "frames.tsv"), NameList(folder / "names.tsv")};
}

}  // namespace sonde
