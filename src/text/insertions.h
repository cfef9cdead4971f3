#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

struct Insertion {
  std::string text;
  std::size_t word = 0;  // the sentence's word that follows it, from 0
};

// Which insertions of a sentence are taken.
struct InsertionChoice {
  std::size_t most = 3;
  std::uint64_t key = 0;  // see stream_key(): which ones, in which order
};

// Sentences with one of the terms inserted before one of the words, which are separated by white
// space: of all pairs of place and term, shuffled, the first `most`, equal sentences once. All else
// stays as it is, letter case too, and nothing is put after the last word. Empty if the sentence
// has no word. (Keuren, Ponsen and Bagheri, 2026, section 3.2.)
std::vector<Insertion> insertions(std::string_view sentence, std::span<const std::string> terms,
                                  const InsertionChoice& choice);

}  // namespace sonde
