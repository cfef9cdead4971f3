#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/folders/model_folder.h"

namespace sonde {

// Tokens that fill a query up (Khattab & Zaharia, 2020, section 3.2).
struct QueryExpansion {
  std::size_t length = 0;  // tokens of a query, including these
  bool cuts = true;        // cuts longer queries to the length
  bool attended = false;   // other tokens attend to them
  std::string token;
};

// The settings of queries or of documents.
struct LateSide {
  std::string prompt;          // includes the marker
  std::string marker;          // the first token, or empty
  std::size_t max_tokens = 0;  // including special tokens
  bool skips = false;          // leaves out tokens of LateFolder::skipped
};

struct LateFolder {
  ModelFolder model;      // its head is applied to each token
  std::size_t width = 0;  // numbers in a token's vector
  LateSide query, document;
  std::optional<QueryExpansion> expansion;
  std::vector<std::string> skipped;  // tokens
  bool mean = false;                 // the mean over the query's tokens, not the sum
};

// A folder of sentence-transformers' MultiVectorEncoder, of PyLate's ColBERT, or of Stanford's.
// Errors: as read_model_folder().
LateFolder read_late_folder(const std::filesystem::path& folder, const IgnoredKeys& ignored);

}  // namespace sonde
