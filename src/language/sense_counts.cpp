#include "language/sense_counts.h"

#include "base/parse.h"
#include "language/wordnet_lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostSenses = 1000;
constexpr std::string_view kVerbKey = "%2:";

}  // namespace

// A line is a key such as "chase%2:38:00::", the number of the sense from 1, and its count.
SenseCounts::SenseCounts(const std::filesystem::path& folder) {
  for_each_wordnet_line(folder / "cntlist.rev", [&](std::string_view line, const Place& place) {
    const auto fields = parts_of(line, ' ');
    const auto number = fields.size() == 3 ? parse_number<std::size_t>(fields[1]) : std::nullopt;
    const auto count = fields.size() == 3 ? parse_number<std::size_t>(fields[2]) : std::nullopt;
    if (!number || !count || *number == 0 || *number > kMostSenses) {
      throw input_error("is no entry of WordNet", place,
                        "the file is damaged: install Debian's package wordnet-base again");
    }
    const auto key = fields[0].find(kVerbKey);
    if (key == std::string_view::npos) return;
    auto& counts = verbs_[std::string(fields[0].substr(0, key))];
    if (counts.size() < *number) counts.resize(*number);
    counts[*number - 1] = *count;
  });
}

std::size_t SenseCounts::of_verb(std::string_view verb, std::size_t sense) const {
  const auto found = verbs_.find(std::string(verb));
  return found == verbs_.end() || sense >= found->second.size() ? 0 : found->second[sense];
}

}  // namespace sonde
