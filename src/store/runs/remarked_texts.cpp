#include "store/runs/remarked_texts.h"

#include <fmt/format.h>

namespace sonde {
namespace {

std::string_view words_for(Flaw flaw) {
  if (flaw == Flaw::kUndefined) return "without a vector";
  return flaw == Flaw::kCut ? "cut at its length limit"
                            : "with words that its vocabulary does not contain";
}

}  // namespace

Flaw flaw_of(const Remark& remark) {
  if (remark.undefined) return Flaw::kUndefined;
  return remark.kept < remark.tokens ? Flaw::kCut : Flaw::kUnknownWords;
}

void RemarkedTexts::add(const std::string& item) {
  ++texts_;
  if (items_ > 0 && item == last_) return;
  last_ = item;
  if (++items_ <= kShown) named_ += (items_ == 1 ? "" : ", ") + item;
}

std::string RemarkedTexts::told(const std::string& who, const std::string& dataset,
                                Flaw flaw) const {
  if (texts_ == 0) return {};
  const auto items =
      items_ <= kShown ? named_ : named_ + fmt::format(" and {} more", items_ - kShown);
  return fmt::format("{} on {}: texts {}: {} (item{} {})", who, dataset, words_for(flaw), texts_,
                     items_ == 1 ? "" : "s", items);
}

Remarks remarks_of(const RunFile& file) {
  Remarks remarks;
  file.remarks([&](const TextRemark& remark) {
    remarks[{remark.subject, remark.task, flaw_of(remark.remark)}].add(remark.item);
  });
  return remarks;
}

RemarkedTexts cut_texts(const Remarks& remarks, std::uint32_t subject, std::uint32_t task) {
  const auto found = remarks.find({subject, task, Flaw::kCut});
  return found == remarks.end() ? RemarkedTexts() : found->second;
}

}  // namespace sonde
