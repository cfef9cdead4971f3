#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sonde/encoder.h"

namespace sonde {

// The words of texts missing from an encoder's vocabulary.
class UnknownWords {
 public:
  UnknownWords() = default;
  explicit UnknownWords(const Encoder& encoder) : encoder_(&encoder) {}

  void add(const Text& text);
  using Count = std::pair<std::uint64_t, std::string>;
  std::vector<Count> counts() const;  // per word, the most frequent first
  // How many there are, and the most frequent ones. Empty without any.
  std::string told(const std::string& who) const;

 private:
  // Whether another command gives the same ones: not of a vocabulary that a run's data set gives.
  bool may_be_listed() const;

  const Encoder* encoder_ = nullptr;
  std::uint64_t total_ = 0;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace sonde
