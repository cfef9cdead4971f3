#include "engine/models/late_interaction_tokens.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/tokens/tokenizer.h"
#include "sonde/error.h"

namespace sonde {
namespace {

struct Marker {
  std::vector<std::int32_t> ids;  // empty if the tokenizer makes the token from text
  std::string rest;               // the prompt without the marker
};

// PyLate and Stanford's ColBERT insert the first token by its id, because a tokenizer may split its
// text. The token is the whole prefix, or the prefix up to a space.
Marker split_marker(const Tokenizer& tokenizer, const LateSide& side) {
  const std::string word = side.marker.substr(0, side.marker.find(' '));
  for (const std::string& name : {side.marker, word}) {
    const auto id = name.empty() ? std::nullopt : tokenizer.id_of(name);
    if (!id) continue;
    std::vector<std::int32_t> ids;
    tokenizer.encode_plain(name, ids);
    if (ids == std::vector{*id}) break;
    return {{*id}, side.prompt.substr(name.size())};
  }
  return {{}, side.prompt};
}

std::vector<std::int32_t> ids_of(const Tokenizer& tokenizer, std::span<const std::string> words) {
  std::vector<std::int32_t> ids;
  for (const auto& word : words) {
    if (const auto id = tokenizer.id_of(word)) ids.push_back(*id);
  }
  return ids;
}

}  // namespace

LateTokenizer::Way LateTokenizer::way_of(const LateFolder& folder, const LateSide& side) {
  Tokenizer tokenizer = load_tokenizer(folder.model);
  Marker marker = split_marker(tokenizer, side);
  auto skipped = side.skips ? ids_of(tokenizer, folder.skipped) : std::vector<std::int32_t>();
  SentenceFrame frame{.prompt = marker.rest, .mask_template = {}, .max_tokens = side.max_tokens};
  frame.max_tokens -= std::min(frame.max_tokens, marker.ids.size());
  frame.cuts_left = folder.model.cuts_left;
  return {SentenceTokenizer(std::move(tokenizer), frame, folder.model.transformer.vocabulary),
          std::move(marker.ids), std::move(skipped)};
}

LateTokenizer::LateTokenizer(const LateFolder& folder)
    : vocabulary_(folder.model.transformer.vocabulary), expansion_(folder.expansion) {
  ways_.push_back(way_of(folder, folder.query));
  ways_.push_back(way_of(folder, folder.document));
  if (!expansion_) return;
  const auto filler = load_tokenizer(folder.model).id_of(expansion_->token);
  if (!filler) {
    throw input_error(
        "fills queries up with '" + expansion_->token + "', which the tokenizer doesn't have",
        {folder.model.root.string()}, "fetch the model again");
  }
  filler_ = *filler;
}

LateIds LateTokenizer::operator()(std::string_view text, bool is_query) const {
  const Way& way = ways_[is_query ? 0 : 1];
  const SentenceTokens tokens = way.tokenize({text});
  const std::size_t marked = way.marker.size();
  LateIds made{tokens.ids, {}, tokens.total + marked, tokens.ids.size() + marked};
  const auto behind = static_cast<std::ptrdiff_t>(way.tokenize.special_before());
  made.ids.insert(made.ids.begin() + behind, way.marker.begin(), way.marker.end());
  if (is_query && expansion_) fill_up(made);
  for (std::size_t i = 0; i < made.ids.size(); ++i) {
    const bool filler = i >= made.kept;
    const auto id = filler ? filler_ : made.ids[i];
    if (std::ranges::count(way.skipped, id) == 0) made.compared.push_back(i);
  }
  return made;
}

void LateTokenizer::fill_up(LateIds& text) const {
  const auto raised = expansion_->attended ? 0 : static_cast<std::int32_t>(vocabulary_);
  if (text.ids.size() < expansion_->length) text.ids.resize(expansion_->length, filler_ + raised);
}

}  // namespace sonde
