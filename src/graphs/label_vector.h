#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A word's vector, or empty if it has none.
using VectorOfWord = std::function<std::span<const float>(const std::string& word)>;

// The words whose vectors make a label's (Opitz, Daza and Frank, 2021): "dress-up-08" has "dress"
// and "up", "new_york" itself, "new" and "york", and "-" has "false", "not" and "untrue". A number
// has itself and its digits.
std::vector<std::string> words_of_label(std::string_view label);

// Writes a label's vector: the mean of its words' vectors. For a number without one, that of its
// digits' vectors, the first divided by 1, the next by 2 and so on. Else numbers of [-0.05, 0.05)
// that follow from the label alone. Returns whether any word has a vector. It looks up only
// words_of_label() in `vectors`.
bool write_label_vector(std::string_view label, const VectorOfWord& vectors,
                        std::span<double> vector);

}  // namespace sonde
