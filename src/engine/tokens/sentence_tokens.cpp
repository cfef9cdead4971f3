#include "engine/tokens/sentence_tokens.h"

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
  prompt_tokens_ = {count_prompt(frame_.prompt_of(false)), count_prompt(frame_.prompt_of(true))};
  std::size_t taken = before_ + after_;
  if (!frame_.mask_template.empty()) {
    read_template();
    Ids shortest;
    tokenizer_.encode(in_template("a"), shortest);
    taken = shortest.size() - 1;
  }
  if (taken >= frame_.max_tokens) {
    throw usage_error(
        "max_tokens=" + std::to_string(frame_.max_tokens) + " leaves no token for the sentence",
        "its special tokens and template take " + std::to_string(taken));
  }
}

// Compares the tokens of a letter, with and without special ones.
void SentenceTokenizer::count_special_tokens() {
  Ids full;
  Ids plain;
  tokenizer_.encode("a", full);
  tokenizer_.encode_plain("a", plain);
  const auto found = std::search(full.begin(), full.end(), plain.begin(), plain.end());
  before_ = static_cast<std::size_t>(found - full.begin());
  after_ = full.size() - before_ - (found == full.end() ? 0 : plain.size());
}

std::size_t SentenceTokenizer::count_prompt(const std::string& prompt) const {
  if (prompt.empty()) return 0;
  Ids ids;
  tokenizer_.encode_plain(prompt, ids);
  return before_ + ids.size();
}

// Afterwards the template holds the tokenizer's own name of the mask.
void SentenceTokenizer::read_template() {
  std::string& text = frame_.mask_template;
  const auto hole = text.find(kHole);
  const auto mask = text.find(kMask);
  if (hole == text.npos || mask == text.npos || text.find(kMask, mask + 1) != text.npos) {
    throw usage_error("the template '" + text + "' needs {} for the sentence and one [MASK]");
  }
  find_mask_token();
  mask_is_last_ = mask > hole;
  text.replace(mask, kMask.size(), frame_.mask_token);
}

void SentenceTokenizer::find_mask_token() {
  std::vector<std::string> names{frame_.mask_token};
  if (frame_.mask_token.empty()) names = {std::string(kMask), "<mask>"};
  for (const auto& name : names) {
    if (const auto id = tokenizer_.id_of(name)) {
      mask_id_ = *id;
      frame_.mask_token = name;
      return;
    }
  }
  throw Error(ErrorKind::kUsage, "the tokenizer has no token '" + names.front() + "' for a mask",
              {tokenizer_.file()}, "use another pooling");
}

std::string SentenceTokenizer::in_template(const std::string& text) const {
  if (frame_.mask_template.empty()) return text;
  std::string whole = frame_.mask_template;
  return whole.replace(whole.find(kHole), kHole.size(), text);
}

std::string SentenceTokenizer::prompted(const SidedSentence& sentence) const {
  return frame_.prompt_of(sentence.second) + std::string(sentence.text);
}

SentenceTokens SentenceTokenizer::operator()(const SidedSentence& sentence) const {
  const std::string text = prompted(sentence);
  SentenceTokens tokens;
  tokenizer_.encode(in_template(text), tokens.ids);
  tokens.total = tokens.ids.size();
  tokens.prompt = prompt_tokens_[sentence.second ? 1 : 0];
  cut(tokens, text);
  check(tokens);
  if (const auto unknown = tokenizer_.unknown_id()) {
    tokens.unknown = static_cast<std::size_t>(std::ranges::count(tokens.ids, *unknown));
  }
  if (mask_id_ >= 0) find_mask(tokens);
  return tokens;
}

std::vector<SpelledToken> SentenceTokenizer::spelled(const SidedSentence& sentence) const {
  const std::string text = prompted(sentence);
  Ids ids;
  tokenizer_.encode(in_template(text), ids);
  std::vector<SpelledToken> tokens(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool special = i < before_ || i + after_ >= ids.size();
    tokens[i] = {tokenizer_.token_of(ids[i]), special};
  }
  if (ids.size() <= frame_.max_tokens) return tokens;
  const std::size_t first = kept_before_cut(text);
  for (std::size_t i = 0; i < ids.size() - frame_.max_tokens; ++i) tokens[first + i].kept = false;
  return tokens;
}

std::size_t SentenceTokenizer::kept_before_cut(const std::string& text) const {
  const std::size_t most = frame_.max_tokens;
  const bool left = frame_.cuts_left.value_or(tokenizer_.cuts_left());
  return left ? std::min(kept_at_start(text), most) : most - std::min(kept_at_end(text), most);
}

void SentenceTokenizer::cut(SentenceTokens& tokens, const std::string& text) const {
  if (tokens.total <= frame_.max_tokens) return;
  const auto kept = static_cast<std::ptrdiff_t>(kept_before_cut(text));
  const auto first = tokens.ids.begin() + kept;
  tokens.ids.erase(first, first + static_cast<std::ptrdiff_t>(tokens.total - frame_.max_tokens));
}

std::size_t SentenceTokenizer::kept_at_start(const std::string& text) const {
  if (frame_.mask_template.empty()) return before_;
  const std::size_t begin = frame_.mask_template.find(kHole);
  const auto begins_before = [&](std::int32_t start) {
    return static_cast<std::size_t>(start) < begin;
  };
  const auto starts = tokenizer_.starts(in_template(text));
  return before_ + static_cast<std::size_t>(std::ranges::count_if(starts, begins_before));
}

// The special tokens, and the template's that begin after the sentence: a
// piece of text alone may have other tokens than within its sentence.
std::size_t SentenceTokenizer::kept_at_end(const std::string& text) const {
  if (frame_.mask_template.empty()) return after_;
  const std::size_t end = frame_.mask_template.find(kHole) + text.size();
  const auto begins_after = [&](std::int32_t start) {
    return static_cast<std::size_t>(start) >= end;
  };
  const auto starts = tokenizer_.starts(in_template(text));
  return after_ + static_cast<std::size_t>(std::ranges::count_if(starts, begins_after));
}

void SentenceTokenizer::check(const SentenceTokens& tokens) const {
  for (const std::int32_t id : tokens.ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary_) {
      throw input_error("the tokenizer gives the token " + std::to_string(id) + " ('" +
                            tokenizer_.token_of(id) + "'), but the model has only " +
                            std::to_string(vocabulary_),
                        {tokenizer_.file()}, "tokenizer.json and the weights do not match");
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
