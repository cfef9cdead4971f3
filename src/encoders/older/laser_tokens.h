#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "encoders/older/fast_bpe.h"
#include "sonde/subject.h"
#include "text/moses.h"

namespace sonde {

// The files of a folder that define how LASER splits a text, in this order of names:
// dictionary.json, 93langs.fcodes, 93langs.fvocab, nonbreaking_prefix.LANGUAGE.
struct LaserFiles {
  std::filesystem::path dictionary, codes, vocabulary, prefixes;
};
// Without a file of prefixes in Moses, a language takes the English one. Errors: kInput if a file
// is missing.
LaserFiles laser_files(const std::filesystem::path& folder, std::string_view language);

// The option `language`, by default "en". Errors: kUsage for one that isn't a code, and for those
// whose text needs another program: Chinese, Japanese and Greek.
std::string laser_language(Options& options);

// The pieces of a text as laserembeddings has them: Moses, lower case, fastBPE. Safe from several
// threads.
class LaserTokens {
 public:
  // Errors: kInput, naming the file and its line, also for a dictionary that has numbers of `rows`
  // or more, or is missing "</s>" or "<unk>".
  LaserTokens(const LaserFiles& files, std::string_view language, std::size_t rows);

  std::vector<std::string> pieces(std::string_view text) const;
  std::optional<std::uint32_t> number(const std::string& piece) const;  // nothing: not in it
  std::uint32_t end() const { return end_; }
  std::uint32_t unknown() const { return unknown_; }

 private:
  void read_dictionary(const std::filesystem::path& file, std::size_t rows);

  MosesTokenizer moses_;
  FastBpe bpe_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::uint32_t end_ = 0, unknown_ = 0;
};

}  // namespace sonde
