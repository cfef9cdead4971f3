#include "store/runs/block_parts.h"

#include "base/parse.h"
#include "store/database/sqlite.h"

namespace sonde {
namespace {

std::string described(const BlockPlace& place, std::uint64_t texts) {
  return place.items.hex() + " " + std::to_string(texts);
}

// The number of texts of a block of these items. Errors: Malformed.
std::optional<std::uint64_t> texts_of(std::string_view description, const BlockPlace& place) {
  const std::string items = place.items.hex() + " ";
  if (!description.starts_with(items)) return std::nullopt;
  description.remove_prefix(items.size());
  const auto texts = parse_number<std::uint64_t>(description);
  if (!texts) throw Malformed("a count is not a number");
  return texts;
}

}  // namespace

std::optional<MeasuredBlock> block_from_parts(const FindBody& find, const BlockPlace& place,
                                              std::size_t views) {
  const auto part = [&](const char* kind, std::size_t view = 0) {
    return find({kind, place.task, place.encoder, view, place.block});
  };
  const auto description = part("block");
  const auto texts = description ? texts_of(*description, place) : std::nullopt;
  if (!texts) return std::nullopt;
  MeasuredBlock block{*texts, {}};
  for (std::size_t view = 0; view < views; ++view) {
    const auto values = part("values", view), remarks = part("remarks", view);
    if (!values || !remarks) return std::nullopt;
    block.views.push_back({numbers_from_bytes(*values), remarks_from_json(*remarks)});
  }
  return block;
}

void block_to_parts(const PutBody& put, const BlockPlace& place, const MeasuredBlock& block) {
  const auto add = [&](const char* kind, std::size_t view, const std::string& body) {
    put({kind, place.task, place.encoder, view, place.block}, body);
  };
  add("block", 0, described(place, block.texts));
  for (std::size_t view = 0; view < block.views.size(); ++view) {
    add("values", view, to_bytes(block.views[view].values));
    add("remarks", view, to_json(block.views[view].remarks));
  }
}

}  // namespace sonde
