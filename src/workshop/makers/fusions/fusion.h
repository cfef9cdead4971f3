#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "outside/chat.h"

namespace sonde {

// The instruction for a language model to fuse two sentences. {A}, {B} and {limit} are replaced by
// the sentences and the word limit.
struct FusionPrompt {
  std::string system, user;
};

// Errors: kUsage if {A} or {B} is in neither.
void check_prompt(const FusionPrompt& prompt);

// A template with its marks replaced. The replacements are not scanned again.
std::string filled(std::string_view form, std::string_view a, std::string_view b,
                   std::uint64_t limit);

// The word limit of appendix A.1, share x (words of A + words of B), rounded down, at least 1: an
// integer number of words is over the one if it is over the other. Words are separated by white
// space.
std::uint64_t word_limit(double share, std::uint64_t words);

constexpr std::size_t kLongestFusion = std::size_t{64} << 10;  // bytes

// An answer as a sentence of a data set.
struct Fusion {
  std::string sentence;  // without white space and quotes around it, thinking left out
  std::string unusable;  // why it can't be used (empty: it can)
};

Fusion fusion_of(const ChatAnswer& answer);

}  // namespace sonde
