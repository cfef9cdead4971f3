#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/lines.h"

namespace sonde {

// Files of WordNet 3.0 (wndb(5WN)), as Debian's package wordnet-base installs them.
constexpr const char* kWordNetFolder = "/usr/share/wordnet";
// The files with glosses, in the order in which they are read.
constexpr std::array<const char*, 4> kWordNetGlossFiles{"data.noun", "data.verb", "data.adj",
                                                        "data.adv"};

// A shorter example is mostly a phrase ("a mute appeal"), no sentence.
constexpr std::size_t kShortestWordNetSentence = 25;  // bytes, white space at both ends not counted

// Appends the parts of a gloss in quotation marks, without white space at both ends, as views of
// it. None if a mark is missing: then quotations can't be identified.
void split_quotations(std::string_view gloss, std::vector<std::string_view>& quotations);

// The example sentences of WordNet's glosses, by file and line, each once. Text outside the
// quotation marks (the definition, and whose words they are) is left out. Errors: kInput with
// file:line for a file that is missing or is not one of WordNet's.
class WordNetSentences {
 public:
  // Reads kWordNetGlossFiles of a folder.
  explicit WordNetSentences(const std::filesystem::path& folder);

  // The next sentence. False after the last.
  bool next(std::string& sentence);
  // The place of the latest sentence.
  const Place& place() const { return place_; }

 private:
  bool read_gloss();

  std::filesystem::path folder_;
  std::size_t file_ = 0;
  std::unique_ptr<LineReader> lines_;
  std::vector<std::string_view> quotations_;  // in the current line, from next_ on to be given
  std::size_t next_ = 0;
  Place place_;
  std::unordered_set<std::uint64_t> seen_;  // 64 bits of their digests
};

// The gloss of a line of a file of glosses. Nothing for a line of the licence that each begins
// with. Errors: kInput if the line is neither.
std::string_view gloss_of(std::string_view line, const Place& place);

}  // namespace sonde
