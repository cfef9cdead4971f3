#include "data/describe/text_numbers.h"

#include <algorithm>

#include "base/threads.h"
#include "text/unicode.h"
#include "text/unspaced.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

constexpr std::size_t kMuch = std::size_t{1} << 22;  // words
constexpr std::size_t kTextsAtOnce = 64;             // texts that a thread takes at a time

bool is_space_between(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void append(const std::vector<std::uint32_t>& from, std::size_t first, std::size_t count,
            std::vector<std::uint32_t>& to) {
  for (std::size_t i = first; i < first + count; ++i) to.push_back(from[i]);  // mostly one
}

// In lower case; of a script without spaces, each character is a word.
void split_words_of_any_script(std::string_view text, std::vector<std::string>& words) {
  const std::string lower = composed(lower_case(text));
  std::vector<std::string_view> runs;
  split_words(lower, runs);
  for (const auto run : runs) {
    std::size_t begin = 0;
    bool alone = false;  // the character before is a word
    for (std::size_t at = 0; at < run.size();) {
      const std::size_t before = at;
      const char32_t c = next_code_point(run, at);
      if (is_mark(c)) continue;
      if ((alone || is_unspaced(c)) && before > 0) {
        words.emplace_back(run.substr(begin, before - begin));
        begin = before;
      }
      alone = is_unspaced(c);
    }
    words.emplace_back(run.substr(begin));
  }
}

// The chunk in lower case if it is a word of ASCII letters alone, else nothing.
std::string plain_word(std::string_view chunk) {
  std::string word;
  for (const char c : chunk) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower < 'a' || lower > 'z') return {};
    word += lower;
  }
  return word;
}

}  // namespace

std::vector<std::uint32_t> TextNumbers::places(std::span<const std::string_view> texts) {
  const std::size_t before = texts_.size();
  std::vector<std::uint32_t> places;
  std::vector<Range> chunks;  // for each new text
  chunks_of_texts_.clear();
  new_chunks_.clear();
  for (const auto text : texts) {
    places.push_back(texts_.add(text));
    if (places.back() < before + chunks.size()) continue;
    const std::size_t first = chunks_of_texts_.size();
    find_chunks(text);
    chunks.push_back({first, chunks_of_texts_.size() - first});
  }
  look_at_new_chunks();
  for (const auto& range : chunks) put_together(range);
  count_ngrams(before);
  return places;
}

TextNumbers::Numbers TextNumbers::at(std::uint32_t place) const {
  const auto& [words, any, tokens] = text_entries_[place];
  const std::size_t pairs = words.count == 0 ? 0 : words.count - 1;
  return {Words(words_).subspan(words.first, words.count),
          Ngrams(single_).subspan(words.first, words.count),
          Ngrams(pairs_).subspan(words.first, pairs), Ngrams(any_).subspan(any.first, any.count),
          Words(tokens_).subspan(tokens.first, tokens.count)};
}

bool TextNumbers::is_large() const { return words_.size() + tokens_.size() > kMuch; }

void TextNumbers::find_chunks(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_space_between(text[at])) continue;
    const std::size_t begin = at;
    while (at < text.size() && !is_space_between(text[at])) ++at;
    const std::string_view chunk = text.substr(begin, at - begin);
    const std::size_t known = chunk_entries_.size() + new_chunks_.size();
    chunks_of_texts_.push_back(chunks_.add(chunk));
    if (chunks_of_texts_.back() == known) new_chunks_.push_back(chunk);
  }
}

void TextNumbers::look_at_new_chunks() {
  std::vector<Chunk> found(new_chunks_.size());
  parallel_for(found.size(), kTextsAtOnce, threads_, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      found[i] = look_at(new_chunks_[i]);
    }
  });
  for (const auto& [words, any, tokens] : found) {
    chunk_entries_.push_back({{chunk_words_.size(), words.size()},
                              {chunk_any_.size(), any.size()},
                              {chunk_tokens_.size(), tokens.size()}});
    for (const auto& word : words) chunk_words_.push_back(known_words_.add(word));
    for (const auto& word : any) chunk_any_.push_back(known_words_.add(word));
    chunk_tokens_.insert(chunk_tokens_.end(), tokens.begin(), tokens.end());
  }
}

// A plain word that the vocabulary has is its own token: the longest piece wins.
TextNumbers::Chunk TextNumbers::look_at(std::string_view text) const {
  Chunk chunk;
  const std::string word = plain_word(text);
  const auto known = word.empty() ? std::nullopt : tokenizer_.id_of(word);
  if (known) return {{word}, {word}, {*known}};
  split_rouge_words(text, chunk.words);
  split_words_of_any_script(text, chunk.any);
  tokenizer_.encode_plain(text, chunk.tokens);
  return chunk;
}

void TextNumbers::put_together(const Range& chunks) {
  const std::size_t word = words_.size(), any = any_.size(), token = tokens_.size();
  for (std::size_t i = chunks.first; i < chunks.first + chunks.count; ++i) {
    const auto& [words, any_words, tokens] = chunk_entries_[chunks_of_texts_[i]];
    append(chunk_words_, words.first, words.count, words_);
    for (std::size_t j = 0; j < any_words.count; ++j) {
      any_.push_back(chunk_any_[any_words.first + j]);
    }
    append(chunk_tokens_, tokens.first, tokens.count, tokens_);
  }
  std::sort(any_.begin() + static_cast<std::ptrdiff_t>(any), any_.end());
  text_entries_.push_back(
      {{word, words_.size() - word}, {any, any_.size() - any}, {token, tokens_.size() - token}});
}

void TextNumbers::count_ngrams(std::size_t first_text) {
  single_.resize(words_.size());
  pairs_.resize(words_.size());
  const std::size_t count = text_entries_.size() - first_text;
  parallel_for(count, kTextsAtOnce, threads_, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint64_t> ngrams;
    for (std::size_t i = first_text + first; i < first_text + last; ++i) {
      const Range& words = text_entries_[i].words;
      for (auto* to : {&single_, &pairs_}) {
        ngrams.clear();
        append_ngrams(Words(words_).subspan(words.first, words.count), to == &single_ ? 1 : 2,
                      ngrams);
        std::ranges::copy(ngrams, to->begin() + static_cast<std::ptrdiff_t>(words.first));
      }
    }
  });
}

}  // namespace sonde
