#include "language/word_swap.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "formats/wordnet.h"
#include "language/edited_clause.h"
#include "language/lexicon.h"
#include "language/linkage.h"
#include "sonde/digest.h"

namespace sonde {
namespace {

constexpr std::size_t kLinkages = 20;
// Linkages that cost so little more must take the word for the same kind.
constexpr double kSlight = 0.5;
// The sentence that comes may cost so much more.
constexpr double kDearer = 1;
constexpr double kDoubtfulPhrase = 3, kDoubtfulSentence = 8;

std::optional<WordKind> kind_of(const ParsedWord& word) {
  const std::string_view class_of = word.subscript;
  if (class_of == "n") return WordKind::kNoun;
  if (class_of == "a") return WordKind::kAdjective;
  if (class_of == "e") return WordKind::kAdverb;
  return std::nullopt;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_plain_word(std::string_view word) {
  return word.size() > 1 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// "a" or "an" before a word; nothing where its letters don't tell.
std::optional<std::string_view> article_of(std::string_view word) {
  const char first = word.front();
  if (first == 'h' || first == 'u' || word.starts_with("eu") || word.starts_with("on")) {
    return std::nullopt;
  }
  return std::string_view("aeio").find(first) == std::string_view::npos ? "a" : "an";
}

// The regular plural; nothing where the ending has several.
std::optional<std::string> regular_plural(std::string_view noun) {
  const std::string base(noun);
  if (noun.ends_with('f') || noun.ends_with("fe") || noun.ends_with('o') || noun.ends_with("is") ||
      noun.ends_with("us") || noun.ends_with("man")) {
    return std::nullopt;
  }
  const bool vowel_before =
      noun.size() > 1 && std::string_view("aeou").find(noun[noun.size() - 2]) != noun.npos;
  if (noun.ends_with('y') && !vowel_before) return base.substr(0, base.size() - 1) + "ies";
  const bool hisses = noun.ends_with('s') || noun.ends_with('x') || noun.ends_with('z') ||
                      noun.ends_with("ch") || noun.ends_with("sh");
  return base + (hisses ? "es" : "s");
}

// A word that may be replaced, and by which.
struct Candidate {
  std::size_t at = 0;
  std::vector<std::string> words{};  // in the same form
};

class EnglishWordSwapper final : public WordSwapper {
 public:
  EnglishWordSwapper() : lexicon_(kWordNetFolder), parser_(make_link_parser()) {}

  Outcome swap(SwapKind kind, const std::string& sentence, std::uint64_t seed) override {
    if (!is_fit_to_parse(sentence)) return not_eligible("too long to parse");
    const auto linkages = parser_->parse(sentence, kLinkages);
    if (linkages.empty()) return not_eligible("not parsed");
    const double cost = linkages.front().cost;
    if (cost >= (ends_as_sentence(sentence) ? kDoubtfulSentence : kDoubtfulPhrase)) {
      return not_eligible("doubtful parse");
    }
    const auto candidates = candidates_of(kind, sentence, linkages);
    if (candidates.empty()) return not_eligible("no word to replace");
    const std::uint64_t key = stream_key(seed, digest_of("word swap 1", sentence).low64());
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      const auto& candidate = candidates[(bits_at(key, 0) + turn) % candidates.size()];
      const auto& word = candidate.words[bits_at(key, 1) % candidate.words.size()];
      Outcome swapped = replaced(sentence, linkages.front(), candidate.at, word);
      if (!swapped.text.empty() && is_parsed_alike(swapped.text, linkages.front(), candidate.at)) {
        return swapped;
      }
    }
    return refused("what comes is not parsed alike");
  }

 private:
  std::vector<Candidate> candidates_of(SwapKind kind, const std::string& sentence,
                                       const std::vector<Linkage>& linkages) const {
    std::vector<Candidate> found;
    const Linkage& best = linkages.front();
    for (std::size_t at = 0; at < best.words.size(); ++at) {
      const ParsedWord& word = best.words[at];
      const auto of = kind_of(word);
      const bool name = word.begin > 0 && is_upper(sentence[word.begin]);
      if (!of || name || !is_plain_word(word.text) || !is_sure(linkages, at)) continue;
      if (kind == SwapKind::kNoun && *of != WordKind::kNoun) continue;
      Candidate candidate{at, others(kind, *of, word.text)};
      if (!candidate.words.empty()) found.push_back(std::move(candidate));
    }
    return found;
  }

  // Whether all linkages that are as good take the word for the same, and no other word belongs to
  // it: "car park".
  static bool is_sure(const std::vector<Linkage>& linkages, std::size_t at) {
    const ParsedWord& word = linkages.front().words[at];
    for (const auto& link : linkages.front().links) {
      if (link.type == "AN" && (link.left == at || link.right == at)) return false;
    }
    return std::all_of(linkages.begin() + 1, linkages.end(), [&](const Linkage& other) {
      if (other.cost > linkages.front().cost + kSlight) return true;
      return std::any_of(other.words.begin(), other.words.end(), [&](const ParsedWord& same) {
        return same.begin == word.begin && same.end == word.end && kind_of(same) == kind_of(word);
      });
    });
  }

  // The words that may stand for a word, in its form.
  std::vector<std::string> others(SwapKind kind, WordKind of, const std::string& word) const {
    const std::string base = lexicon_.base_of(word, of);
    const bool plural = base != word;
    if (plural && of != WordKind::kNoun) return {};  // "bigger"
    if (!lexicon_.has(base, of)) return {};
    std::vector<std::string> forms;
    for (const auto& other : base_forms(kind, of, base)) {
      if (!is_plain_word(other) || !lexicon_.is_common(other, of) || other == base) continue;
      const auto form = plural ? regular_plural(other) : std::optional(other);
      if (form && lexicon_.base_of(*form, of) == other) forms.push_back(*form);
    }
    return forms;
  }

  std::vector<std::string> base_forms(SwapKind kind, WordKind of, const std::string& base) const {
    if (kind == SwapKind::kNoun)
      return is_thing(base) ? sisters_of(base) : std::vector<std::string>();
    if (kind == SwapKind::kAntonym) {
      auto antonyms = lexicon_.antonyms_of(base, of);
      if (antonyms.size() > 1) antonyms.clear();  // "old": new or young
      return antonyms;
    }
    return synonyms_of(base, of);
  }

  // What can be seen; of abstract nouns the sisters are mostly far-fetched.
  bool is_thing(const std::string& noun) const {
    const auto category = lexicon_.category(noun, WordKind::kNoun);
    return category == Category::kNounAnimal || category == Category::kNounArtifact ||
           category == Category::kNounFood || category == Category::kNounPlant;
  }

  // Those that mean little else.
  std::vector<std::string> sisters_of(const std::string& noun) const {
    constexpr std::size_t kFewSenses = 3;
    auto sisters = lexicon_.sisters_of(noun);
    std::erase_if(sisters, [&](const std::string& sister) {
      return lexicon_.senses_of(sister, WordKind::kNoun).size() > kFewSenses;
    });
    return sisters;
  }

  // The first that has this for its own most frequent sense.
  std::vector<std::string> synonyms_of(const std::string& base, WordKind of) const {
    const auto senses = lexicon_.senses_of(base, of);
    if (senses.size() != 1) return {};
    for (const auto& other : senses.front()) {
      const auto own = lexicon_.senses_of(other, of);
      const bool first = !own.empty() && own.front().data() == senses.front().data();
      if (first && other != base && is_plain_word(other) && lexicon_.is_common(other, of))
        return {other};
    }
    return {};
  }

  static Outcome replaced(const std::string& sentence, const Linkage& linkage, std::size_t at,
                          const std::string& word) {
    const ParsedWord& old = linkage.words[at];
    const bool capital = is_upper(sentence[old.begin]);
    std::string text = sentence, put = word;
    if (capital) put.front() = static_cast<char>(put.front() - 'a' + 'A');
    text.replace(old.begin, old.end - old.begin, put);
    const ParsedWord& before = linkage.words[at - 1];
    if (before.text == "a" || before.text == "an") {
      const auto article = article_of(word);
      if (!article) return {};
      text.replace(before.begin + 1, before.end - before.begin - 1, article->substr(1));
    }
    return {true, std::move(text), {}, old.text + " -> " + word};
  }

  bool is_parsed_alike(const std::string& text, const Linkage& before, std::size_t at) {
    const auto linkages = parser_->parse(text, 1);
    return !linkages.empty() && linkages.front().cost <= before.cost + kDearer &&
           at < linkages.front().words.size() &&
           kind_of(linkages.front().words[at]) == kind_of(before.words[at]);
  }

  Lexicon lexicon_;
  std::unique_ptr<LinkParser> parser_;
};

}  // namespace

std::unique_ptr<WordSwapper> english_word_swapper() {
  return std::make_unique<EnglishWordSwapper>();
}

}  // namespace sonde
