#include "encoders/words/sentence_rows.h"

#include <algorithm>

#include "formats/lines.h"

namespace sonde {

SentenceRows::SentenceRows(const std::filesystem::path& file) {
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) rows_.push_back({digest_of(line), rows_.size()});
  std::ranges::sort(rows_);
}

std::optional<std::uint64_t> SentenceRows::find(std::string_view sentence) const {
  const Row wanted{digest_of(sentence), 0};
  const auto found = std::ranges::lower_bound(rows_, wanted);
  if (found == rows_.end() || found->sentence != wanted.sentence) return std::nullopt;
  return found->row;
}

}  // namespace sonde
