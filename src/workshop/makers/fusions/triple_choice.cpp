#include "workshop/makers/fusions/triple_choice.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/random.h"
#include "sonde/digest.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

bool same_words(const std::string& a, const std::string& b) {
  const std::string first = lower_case(a), second = lower_case(b);
  std::vector<std::string_view> words, others;
  split_words(first, words);
  split_words(second, others);
  return words == others;
}

Digest digest(const Triple& triple) {
  Hasher hasher;
  for (const auto& sentence : triple.sentences) hasher.add(sentence);
  return hasher.finish();
}

}  // namespace

// A triple's draw depends on its text alone: with more documents the same ones are drawn as far as
// possible.
void TripleChoice::add(Triple triple) {
  ++found_;
  const auto& [prev, curr, next] = triple.sentences;
  if (same_words(prev, curr) || same_words(curr, next)) {
    ++alike_;
    return;
  }
  const Digest key = digest(triple);
  if (!seen_.insert(key.low64()).second) {
    ++repeated_;
    return;
  }
  const std::uint64_t lot = most_ == 0 ? found_ : random_bits(seed_, 0, key.low64());
  drawn_.push({lot, found_, std::move(triple)});
  if (most_ != 0 && drawn_.size() > most_) drawn_.pop();
}

std::vector<Triple> TripleChoice::take() {
  std::vector<std::pair<std::uint64_t, Triple>> drawn;
  for (; !drawn_.empty(); drawn_.pop()) {
    drawn.emplace_back(drawn_.top().number, drawn_.top().triple);
  }
  std::ranges::sort(drawn, {}, [](const auto& one) { return one.first; });
  std::vector<Triple> triples;
  for (auto& [number, triple] : drawn) triples.push_back(std::move(triple));
  return triples;
}

}  // namespace sonde
