#include "text/word_numbers.h"

#include <limits>
#include <stdexcept>

#include "base/hash.h"

namespace sonde {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::uint64_t kTag = 0xffffffff00000000U;

std::uint32_t number_in(std::uint64_t slot) { return static_cast<std::uint32_t>(slot & ~kTag) - 1; }

}  // namespace

WordNumbers::WordNumbers() : slots_(kFirstSlots) {}

std::optional<std::uint32_t> WordNumbers::find(std::string_view word) const {
  const auto slot = slots_[place_of(word, hash_bytes(word))];
  return slot == 0 ? std::nullopt : std::optional(number_in(slot));
}

std::uint32_t WordNumbers::add(std::string_view word) {
  const std::uint64_t hash = hash_bytes(word);
  auto& slot = slots_[place_of(word, hash)];
  if (slot != 0) return number_in(slot);
  if (letters_.size() + word.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("words of more than 4 GiB");
  }
  const auto number = static_cast<std::uint32_t>(size());
  letters_ += word;
  ends_.push_back(static_cast<std::uint32_t>(letters_.size()));
  slot = (hash & kTag) | (number + 1);
  if (2 * size() > slots_.size()) grow();
  return number;
}

// The place of the word, or the place to put it.
std::size_t WordNumbers::place_of(std::string_view word, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    if ((slots_[at] & kTag) == (hash & kTag) && (*this)[number_in(slots_[at])] == word) break;
  }
  return at;
}

void WordNumbers::grow() {
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = hash_bytes((*this)[number]);
    std::size_t at = hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = (hash & kTag) | (number + 1);
  }
}

}  // namespace sonde
