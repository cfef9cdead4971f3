#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sonde {

struct Source {
  std::string id;  // the number of its line, or WordNet's of the sentence
  std::string text;
};

// Two sentences of a SICK table, as places in Sources::sentences, with their human ratings.
struct SickPair {
  std::string id;
  std::size_t first = 0, second = 0;
  double relatedness = 0;  // 1 to 5
  bool entailment = false;
};

// The sentences that a maker starts from, each once.
struct Sources {
  std::vector<Source> sentences;
  std::vector<SickPair> pairs;  // from a SICK table
  std::size_t repeated = 0;     // sentences that came before
};

// Reads sentences: for "wordnet", if that file doesn't exist, the example sentences of WordNet. For
// a table with a header the named column, or both of SICK's. Otherwise one line each of a text.
// Blank lines are skipped. Errors: those of LineReader, kInput for a table without the column, a
// SICK table with a relatedness that is not a number, and for no sentence at all.
Sources read_sources(const std::filesystem::path& in, const std::string& column);

// SHA-256 of what read_sources() reads, as hexadecimal digits.
std::string digest_of_sources(const std::filesystem::path& in);

}  // namespace sonde
