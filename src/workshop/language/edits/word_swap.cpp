#include "workshop/language/edits/word_swap.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/random.h"
#include "sonde/digest.h"
#include "text/unicode.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/edits/swap_candidates.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {
namespace {

constexpr std::size_t kLinkages = 20;
// The sentence that comes may cost so much more.
constexpr double kDearer = 1;
constexpr double kDoubtfulPhrase = 3, kDoubtfulSentence = 8;

Outcome replaced(const std::string& sentence, const Linkage& linkage,
                 const SwapCandidate& candidate, const std::string& word) {
  const std::size_t at = candidate.at;
  const ParsedWord& old = linkage.words[at];
  const std::size_t end = linkage.words[at + candidate.count - 1].end;
  const bool capital = ascii::is_upper(sentence[old.begin]);
  std::string text = sentence, put = word;
  if (capital) put.front() = static_cast<char>(put.front() - 'a' + 'A');
  text.replace(old.begin, end - old.begin, put);
  const bool there = std::ranges::any_of(
      linkage.words, [&](const ParsedWord& other) { return other.text == word; });
  if (there) return {};  // "brothers and sisters"
  const ParsedWord& before = linkage.words[at - 1];
  if (before.text == "very" && word.ends_with("less")) return {};  // has no degrees
  if (before.text == "a" || before.text == "an") {
    const auto article = article_of(word);
    if (article.empty()) return {};
    text.replace(before.begin + 1, before.end - before.begin - 1, article.substr(1));
  }
  return {true,
          std::move(text),
          {},
          lower_case(sentence.substr(old.begin, end - old.begin)) + " -> " + word};
}

class EnglishWordSwapper final : public WordSwapper {
 public:
  EnglishWordSwapper() : parser_(make_link_parser()) {}

  Outcome swap(SwapKind kind, const std::string& sentence, std::uint64_t seed) override {
    if (!is_fit_to_parse(sentence)) return not_eligible("too long to parse");
    const auto linkages = parser_->parse(sentence, kLinkages);
    if (linkages.empty()) return not_eligible("not parsed");
    const double cost = linkages.front().cost;
    if (cost >= (ends_as_sentence(sentence) ? kDoubtfulSentence : kDoubtfulPhrase)) {
      return not_eligible("doubtful parse");
    }
    auto candidates = candidates_.find(kind, sentence, linkages);
    if (candidates.empty()) return not_eligible("no word to replace");
    if (kind == SwapKind::kNoun) {
      candidates = candidates_.fit_nouns(sentence, linkages.front(), std::move(candidates));
      if (candidates.empty()) return refused("may go with this noun alone");
    }
    return swapped(candidates, sentence, linkages.front(), seed);
  }

 private:
  Outcome swapped(const std::vector<SwapCandidate>& candidates, const std::string& sentence,
                  const Linkage& linkage, std::uint64_t seed) {
    const std::uint64_t key = stream_key(seed, digest_of("word swap 1", sentence).low64());
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      const auto& candidate = candidates[(bits_at(key, 0) + turn) % candidates.size()];
      const auto& word = candidate.words[bits_at(key, 1) % candidate.words.size()];
      Outcome swapped = replaced(sentence, linkage, candidate, word);
      if (!swapped.text.empty() && is_parsed_alike(swapped.text, linkage, candidate)) {
        return swapped;
      }
    }
    return refused("what comes is not parsed alike");
  }

  bool is_parsed_alike(const std::string& text, const Linkage& before,
                       const SwapCandidate& candidate) {
    const auto linkages = parser_->parse(text, 1);
    if (linkages.empty() || linkages.front().cost > before.cost + kDearer) return false;
    const auto& words = linkages.front().words;
    const std::size_t at = candidate.at;
    return candidate.preposition ||
           (at < words.size() && kind_of(words[at]) == kind_of(before.words[at]));
  }

  SwapCandidates candidates_;
  std::unique_ptr<LinkParser> parser_;
};

}  // namespace

std::unique_ptr<WordSwapper> english_word_swapper() {
  return std::make_unique<EnglishWordSwapper>();
}

}  // namespace sonde
