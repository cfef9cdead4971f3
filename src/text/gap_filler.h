#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A language model that finds words to fill a gap in a sentence.
class GapFiller {
 public:
  virtual ~GapFiller() = default;
  // The model's identity: all that its words depend on.
  virtual std::string identity() const = 0;
  // Whole words of letters, the likeliest first, at most `most`. None if the sentence is too long
  // for the model. `before` and `after` are the text on both sides of the gap, with the spaces
  // there.
  virtual std::vector<std::string> fill(std::string_view before, std::string_view after,
                                        std::size_t most) = 0;
};

}  // namespace sonde
