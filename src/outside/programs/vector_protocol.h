#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

constexpr std::size_t kMostDimensions = 65536;

// The request to a child process, as a line of ASCII without its end: {"texts":["...", ...]}, and
// with sides, one per text, {"sides":["first", ...],"texts":[...]}.
std::string vector_request(std::span<const std::string_view> texts,
                           std::span<const std::string_view> sides = {});

// One vector per text. Texts without a vector have no numbers in `numbers`.
struct VectorAnswer {
  std::size_t dimension = 0;  // 0 if no vector is given
  std::vector<bool> given;
  std::vector<float> numbers;
  std::string identity;  // the program's own report (empty if it gives none)
};

// Reads {"vectors": [[1, 0.5, ...], null, ...]}, with or without "identity": "any text of at most
// 1000 bytes", an answer to a request of these texts. With a `dimension` of 0 the first vector
// gives it. Errors: kOutside for anything else, for too few or too many vectors, another dimension,
// and numbers that are not finite in float32, naming the text.
VectorAnswer read_vector_answer(std::string_view line, std::span<const std::string_view> texts,
                                std::size_t dimension);

}  // namespace sonde
