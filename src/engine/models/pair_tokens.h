#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/tokens/tokenizer.h"

namespace sonde {

// A sentence or a special token of the input.
struct PairPart {
  std::optional<std::size_t> sentence;  // else a special token
  std::int32_t id = 0;
  bool second_type = false;
};

// Two sentences as one input.
struct PairTokens {
  std::vector<std::int32_t> ids;  // raised by the vocabulary's size if they have the second type
  std::array<std::size_t, 2> total{};  // per sentence, without special tokens
  std::array<std::size_t, 2> kept{};
};

// Combines two sentences by the rules of tokenizer.json. If they are too long, the longer one loses
// tokens until both are equally long, then both do. Safe from several threads.
class PairTokenizer {
 public:
  // Errors: kInput if tokenizer.json doesn't define how two sentences are combined, kUsage if
  // `max_tokens` leaves no token to each sentence.
  PairTokenizer(const ModelFolder& folder, std::size_t max_tokens);

  // Errors: kInput for invalid UTF-8, and a token that the model has no row for.
  PairTokens operator()(std::string_view first, std::string_view second) const;

 private:
  std::vector<std::int32_t> sentence(std::string_view text) const;
  void cut(std::vector<std::int32_t>& ids, std::size_t kept) const;
  void add(std::int32_t id, bool second_type, std::vector<std::int32_t>& ids) const;

  Tokenizer tokenizer_;
  std::vector<PairPart> parts_;
  std::size_t vocabulary_;
  bool typed_;            // the model has a second type
  bool cuts_left_;        // long texts lose their start
  std::size_t room_ = 0;  // for both sentences
};

}  // namespace sonde
