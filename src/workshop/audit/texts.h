#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sonde {

struct TextSource {
  std::filesystem::path file;  // "-": standard input
  std::string column;  // in a table or JSON lines (empty: `sentence`, `text` or the only one)
  std::string language = "en";
};

struct AuditText {
  std::string id;  // the line it comes from
  std::string text;
};

// The sentences of a text, each once, and what was left out of it.
struct AuditTexts {
  std::vector<AuditText> sentences;
  std::size_t lines = 0;                          // that were read
  std::size_t split = 0;                          // long ones that were cut into sentences
  std::map<std::string, std::size_t> left_out{};  // per reason
};

// Reads a sentence per line, or a column of a table with a header (.tsv, .csv) or of JSON lines. A
// line of more than 60 words is cut into its sentences. Sentences that are code or in another
// language than the one named are left out. `input` is read for "-". Errors: those of the readers,
// kInput for a missing column, for fewer than two sentences, and for a text that is mostly code or
// in another language.
AuditTexts read_audit_texts(const TextSource& source, std::istream& input);
// The same for lines in memory, which `source` names in messages.
AuditTexts audit_texts(std::span<const std::string> lines, const TextSource& source);

// Pairs known to mean the same: two columns without a header. Errors: kInput with file:line for a
// row of another form, and for none.
std::vector<std::pair<std::string, std::string>> read_same_pairs(const std::filesystem::path& file);

}  // namespace sonde
