#include "engine/sentence_tokens.h"

#include <algorithm>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kHole = "{}";
constexpr std::string_view kMask = "[MASK]";

using Ids = std::vector<std::int32_t>;

}  // namespace

SentenceTokenizer::SentenceTokenizer(Tokenizer tokenizer, const SentenceFrame& frame,
                                     std::size_t vocabulary)
    : tokenizer_(std::move(tokenizer)), frame_(frame), vocabulary_(vocabulary) {
  count_special_tokens();
  if (!frame_.prompt.empty()) {
    Ids prompt;
    tokenizer_.encode_plain(frame_.prompt, prompt);
    prompt_tokens_ = before_ + prompt.size();
  }
  if (!frame_.mask_template.empty()) read_template();
  const std::size_t taken = before_ + template_front_ + after_;
  if (taken >= frame_.max_tokens) {
    throw usage_error(
        "max_tokens=" + std::to_string(frame_.max_tokens) + " leaves no token to the sentence",
        "its special tokens and template take " + std::to_string(taken));
  }
}

// By the tokens of a letter, with and without special ones.
void SentenceTokenizer::count_special_tokens() {
  Ids full;
  Ids plain;
  tokenizer_.encode("a", full);
  tokenizer_.encode_plain("a", plain);
  const auto found = std::search(full.begin(), full.end(), plain.begin(), plain.end());
  before_ = static_cast<std::size_t>(found - full.begin());
  after_ = full.size() - before_ - (found == full.end() ? 0 : plain.size());
}

void SentenceTokenizer::read_template() {
  const std::string& text = frame_.mask_template;
  const auto hole = text.find(kHole);
  const auto mask = text.find(kMask);
  const auto id = tokenizer_.id_of(kMask);
  if (hole == text.npos || mask == text.npos || text.find(kMask, mask + 1) != text.npos) {
    throw usage_error("the template '" + text + "' needs {} for the sentence and one [MASK]");
  }
  if (!id) {
    throw Error(ErrorKind::kUsage, "the tokenizer has no [MASK]", {tokenizer_.file()},
                "use another pooling");
  }
  mask_id_ = *id;
  mask_is_last_ = mask > hole;
  Ids rest;
  tokenizer_.encode_plain(std::string_view(text).substr(hole + kHole.size()), rest);
  after_ += rest.size();
  Ids front;
  tokenizer_.encode_plain(std::string_view(text).substr(0, hole), front);
  template_front_ = front.size();
}

std::string SentenceTokenizer::framed(std::string_view sentence) const {
  std::string text = frame_.prompt + std::string(sentence);
  if (frame_.mask_template.empty()) return text;
  std::string whole = frame_.mask_template;
  return whole.replace(whole.find(kHole), kHole.size(), text);
}

SentenceTokens SentenceTokenizer::operator()(std::string_view sentence) const {
  SentenceTokens tokens;
  tokenizer_.encode(framed(sentence), tokens.ids);
  tokens.total = tokens.ids.size();
  cut(tokens);
  check(tokens);
  if (const auto unknown = tokenizer_.unknown_id()) {
    tokens.unknown = static_cast<std::size_t>(std::ranges::count(tokens.ids, *unknown));
  }
  if (mask_id_ >= 0) find_mask(tokens);
  return tokens;
}

void SentenceTokenizer::cut(SentenceTokens& tokens) const {
  if (tokens.total <= frame_.max_tokens) return;
  const auto keep = static_cast<std::ptrdiff_t>(frame_.max_tokens - after_);
  const auto end = static_cast<std::ptrdiff_t>(tokens.total - after_);
  tokens.ids.erase(tokens.ids.begin() + keep, tokens.ids.begin() + end);
}

void SentenceTokenizer::check(const SentenceTokens& tokens) const {
  for (const std::int32_t id : tokens.ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary_) {
      throw input_error("the tokenizer gives the token " + std::to_string(id) + " ('" +
                            tokenizer_.token_of(id) + "'), but the model has only " +
                            std::to_string(vocabulary_),
                        {tokenizer_.file()}, "tokenizer.json and weights don't belong together");
    }
  }
}

// The sentence itself may hold [MASK] too.
void SentenceTokenizer::find_mask(SentenceTokens& tokens) const {
  const auto& ids = tokens.ids;
  const auto first = std::ranges::find(ids, mask_id_) - ids.begin();
  const auto last = ids.rend() - std::ranges::find(ids.rbegin(), ids.rend(), mask_id_) - 1;
  const bool found = last >= 0;
  tokens.mask = found ? static_cast<std::size_t>(mask_is_last_ ? last : first) : ids.size();
}

}  // namespace sonde
