#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/folders/late_interaction_folder.h"
#include "engine/tokens/sentence_tokens.h"

namespace sonde {

struct LateIds {
  std::vector<std::int32_t> ids;      // hidden tokens: plus the vocabulary's size
  std::vector<std::size_t> compared;  // places in `ids`
  std::size_t total = 0, kept = 0;    // tokens before and after cutting, without expansion
};

// Turns texts into the tokens of queries and documents. Safe from several threads.
class LateTokenizer {
 public:
  // Errors: kInput for a token that is not in the vocabulary, kUsage for a limit that the special
  // tokens fill.
  explicit LateTokenizer(const LateFolder& folder);

  // Errors: kInput for invalid UTF-8.
  LateIds operator()(std::string_view text, bool is_query) const;

 private:
  struct Way {
    SentenceTokenizer tokenize;
    std::vector<std::int32_t> marker;  // at most one token, after the first special ones
    std::vector<std::int32_t> skipped;
  };

  static Way way_of(const LateFolder& folder, const LateSide& side);
  void fill_up(LateIds& text) const;

  std::size_t vocabulary_;
  std::vector<Way> ways_;  // queries, documents
  std::optional<QueryExpansion> expansion_;
  std::int32_t filler_ = 0;
};

}  // namespace sonde
