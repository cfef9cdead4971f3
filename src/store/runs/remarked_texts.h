#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "sonde/run_file.h"

namespace sonde {

enum class Flaw : std::uint8_t { kCut, kUndefined, kUnknownWords };

// The worst flaw in a remark.
Flaw flaw_of(const Remark& remark);

// Texts of a subject and task with a flaw, of which the first few items are named.
class RemarkedTexts {
 public:
  void add(const std::string& item);

  std::size_t texts() const { return texts_; }
  // "WHO on DATASET: texts cut at its length limit: 7 (items 3, 4, 9)". Empty without any.
  std::string told(const std::string& who, const std::string& dataset, Flaw flaw) const;

 private:
  static constexpr std::size_t kShown = 5;
  std::size_t texts_ = 0, items_ = 0;
  std::string named_, last_;
};

// All that a run file remarks, by subject, task and flaw.
using Remarks = std::map<std::tuple<std::uint32_t, std::uint32_t, Flaw>, RemarkedTexts>;
Remarks remarks_of(const RunFile& file);

// The texts that a subject cut at its length limit.
RemarkedTexts cut_texts(const Remarks& remarks, std::uint32_t subject, std::uint32_t task);

}  // namespace sonde
