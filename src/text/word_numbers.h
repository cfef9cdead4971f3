#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Distinct words, numbered from 0 in the order in which they were added, at most 4 GiB of them.
// Looking up is safe from several threads while none adds.
class WordNumbers {
 public:
  WordNumbers();

  std::size_t size() const { return ends_.size(); }
  std::optional<std::uint32_t> find(std::string_view word) const;
  // The word's number. A new word gets the old size().
  std::uint32_t add(std::string_view word);
  std::string_view operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
    return {letters_.data() + begin, ends_[number] - begin};
  }

 private:
  std::size_t place_of(std::string_view word, std::uint64_t hash) const;
  void grow();

  std::string letters_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint64_t> slots_;  // high half: of the hash, low half: the number + 1, or 0
};

}  // namespace sonde
