#pragma once

#include <array>
#include <cstdint>
#include <queue>
#include <string>
#include <unordered_set>
#include <vector>

namespace sonde {

struct Triple {
  std::uint64_t document = 0;  // from 1
  std::uint64_t sentence = 0;  // first of the three in its document, from 1
  std::array<std::string, 3> sentences;
};

// Takes triples and chooses among them: each text once, none whose neighbours are the same words,
// and of all at most so many, drawn by a seed.
class TripleChoice {
 public:
  // `most` of 0: all.
  TripleChoice(std::uint64_t most, std::uint64_t seed) : most_(most), seed_(seed) {}

  void add(Triple triple);
  std::vector<Triple> take();  // in order

  std::uint64_t found() const { return found_; }
  std::uint64_t repeated() const { return repeated_; }
  std::uint64_t alike() const { return alike_; }

 private:
  struct Drawn {
    std::uint64_t lot, number;
    Triple triple;
    bool operator<(const Drawn& other) const {
      return lot != other.lot ? lot < other.lot : number < other.number;
    }
  };

  std::uint64_t most_, seed_;
  std::uint64_t found_ = 0, repeated_ = 0, alike_ = 0;
  std::unordered_set<std::uint64_t> seen_;  // 64 bits of their digests
  std::priority_queue<Drawn> drawn_;
};

}  // namespace sonde
