#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sonde {

struct Source {
  std::string id;  // the number of its line, or WordNet's of the sentence
  std::string text;
};

// Two sentences of a SICK table, as places in Sources::sentences, and what people said of them.
struct SickPair {
  std::string id;
  std::size_t first = 0, second = 0;
  double relatedness = 0;  // 1 to 5
  bool entailment = false;
};

// The sentences that a maker starts from, each once.
struct Sources {
  std::vector<Source> sentences;
  std::vector<SickPair> pairs;  // of a SICK table
  std::size_t repeated = 0;     // sentences that came before
};

// Reads sentences: of "wordnet", where there is no such file, the example sentences of WordNet; of
// a table with a header the named column, or both of SICK's; else of a text a line each. Blank
// lines are passed over. Errors: those of LineReader, kInput for a table without the column, a SICK
// table with a relatedness that is no number, and for no sentence at all.
Sources read_sources(const std::filesystem::path& in, const std::string& column);

// SHA-256 of what read_sources() reads, as hexadecimal digits.
std::string digest_of_sources(const std::filesystem::path& in);

}  // namespace sonde
