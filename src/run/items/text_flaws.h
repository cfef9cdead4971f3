#pragma once

#include <set>
#include <string>
#include <vector>

#include "run/items/unknown_words.h"
#include "store/runs/remarked_texts.h"

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

// Several encoders may read one file: what is missing there is told once.
class ToldFlaws {
 public:
  // The lines of flaws.told() that aren't said of the encoder's file yet.
  std::vector<std::string> lines(const Spec& encoder, const std::string& name,
                                 const std::string& dataset, const TextFlaws& flaws);

 private:
  std::set<std::string> told_;
};

}  // namespace sonde
