#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lines.h"

namespace sonde {

enum class DocumentForm {
  kText,       // the whole file is one document
  kJsonLines,  // a document a line, an object with its text under a key
};

// Text between blank lines.
struct Paragraph {
  std::uint64_t document = 0;  // from 1
  std::string text;            // may hold line ends
};

// Reads documents paragraph by paragraph. Errors: those of LineReader, and kInput with file:line
// for a line that is not a JSON object with a text under the key, a text with a NUL, and a
// paragraph over 16 MiB.
class DocumentReader {
 public:
  DocumentReader(const std::filesystem::path& file, DocumentForm form, std::string key);
  DocumentReader(std::istream& in, std::string name, DocumentForm form, std::string key);

  // The next paragraph that isn't blank. False after the last.
  bool next(Paragraph& paragraph);
  std::uint64_t documents() const { return documents_; }  // so far, empty ones too

 private:
  bool next_of_text(Paragraph& paragraph);
  bool next_of_json(Paragraph& paragraph);
  void read_document(std::string_view line);

  LineReader lines_;
  DocumentForm form_;
  std::string key_;
  std::uint64_t documents_ = 0;
  std::string text_;    // the JSON document's
  std::size_t at_ = 0;  // in it
};

}  // namespace sonde
