#include "bench/text_numbers.h"

#include "text/overlap.h"

namespace sonde {
namespace {

constexpr std::size_t kMuch = std::size_t{1} << 20;  // chunks
constexpr std::string_view kSpaces = " \t\r\n";

}  // namespace

void TextNumbers::number(std::string_view text, std::vector<std::uint32_t>& words,
                         std::vector<std::uint32_t>& tokens) {
  const auto append = [](const std::vector<std::uint32_t>& from, std::size_t first,
                         std::size_t count, std::vector<std::uint32_t>& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  for (std::size_t at = text.find_first_not_of(kSpaces); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
    const Chunk& found = chunk(text.substr(at, end - at));
    append(words_, found.word, found.words, words);
    append(tokens_, found.token, found.tokens, tokens);
    at = text.find_first_not_of(kSpaces, end);
  }
}

void TextNumbers::forget() {
  if (chunks_.size() < kMuch) return;
  chunks_.clear();
  numbers_.clear();
  words_.clear();
  tokens_.clear();
}

const TextNumbers::Chunk& TextNumbers::chunk(std::string_view text) {
  const auto known = chunks_.find(text);
  if (known != chunks_.end()) return known->second;
  return chunks_.emplace(text, look_at(text)).first->second;
}

TextNumbers::Chunk TextNumbers::look_at(std::string_view text) {
  Chunk chunk{words_.size(), 0, tokens_.size(), 0};
  std::vector<std::string> words;
  split_rouge_words(text, words);
  for (auto& word : words) {
    const auto number = static_cast<std::uint32_t>(numbers_.size());
    words_.push_back(numbers_.emplace(std::move(word), number).first->second);
  }
  std::vector<std::int32_t> ids;
  tokenizer_.encode_plain(text, ids);
  tokens_.insert(tokens_.end(), ids.begin(), ids.end());
  chunk.words = words_.size() - chunk.word;
  chunk.tokens = tokens_.size() - chunk.token;
  return chunk;
}

}  // namespace sonde
