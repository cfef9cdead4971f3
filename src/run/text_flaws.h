#pragma once

#include <string>
#include <vector>

#include "run/unknown_words.h"
#include "store/remarked_texts.h"

namespace sonde {

// What the vectors that an encoder gave the texts of a task don't stand for.
class TextFlaws {
 public:
  TextFlaws() = default;
  explicit TextFlaws(const Encoder& encoder) : unknown_(encoder) {}

  void add(const Item& item, std::uint32_t text, const Remark& remark);
  // A line for each kind of flaw that there is.
  std::vector<std::string> told(const std::string& who, const std::string& dataset) const;

 private:
  UnknownWords unknown_;
  RemarkedTexts cut_;
  Remark first_cut_;
};

}  // namespace sonde
