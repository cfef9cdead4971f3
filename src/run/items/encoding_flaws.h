#pragma once

#include <set>
#include <string>
#include <vector>

#include "run/items/unknown_words.h"
#include "store/runs/remarked_texts.h"

namespace sonde {

// The flaws of an encoder's vectors for the texts of a task.
class EncodingFlaws {
 public:
  EncodingFlaws() = default;
  explicit EncodingFlaws(const Encoder& encoder) : unknown_(encoder) {}

  void add(const Item& item, std::uint32_t text, const Remark& remark);
  // A line for each kind of flaw that there is.
  std::vector<std::string> told(const std::string& who, const std::string& dataset) const;

 private:
  UnknownWords unknown_;
  RemarkedTexts cut_;
  Remark first_cut_;
};

// Several encoders may read one file: a word missing there is reported once.
class ReportedFlaws {
 public:
  // The lines of flaws.told() not yet reported for the encoder's file.
  std::vector<std::string> lines(const Spec& encoder, const std::string& name,
                                 const std::string& dataset, const EncodingFlaws& flaws);

 private:
  std::set<std::string> told_;
};

}  // namespace sonde
