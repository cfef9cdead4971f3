#include "workshop/audit/search/near_misses.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <utility>

#include "formats/lexicons/word_lists.h"
#include "text/sentences.h"
#include "workshop/audit/line_kinds.h"
#include "workshop/audit/set_files.h"

namespace sonde {
namespace {

constexpr std::size_t kMostSentences = 3;  // that rules are applied to, per passage

// Words of the first sentence that the second has less often, without articles, which adapt to
// what follows.
std::vector<std::string> words_only_in(const AuditSentence& first, const AuditSentence& second) {
  std::map<std::string, int> counts;
  for (const auto& word : second.words()) ++counts[word.lower];
  std::vector<std::string> found;
  for (const auto& word : first.words()) {
    if (--counts[word.lower] < 0 && word.lower != "a" && word.lower != "an") {
      found.push_back(word.lower);
    }
  }
  return found;
}

bool has_any(const AuditSentence& sentence, const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [&](const auto& word) { return sentence.has(word); });
}

// How many different words with a meaning of their own both have.
std::size_t shared_words(const AuditSentence& query, const AuditSentence& sentence) {
  std::set<std::string_view> shared;
  for (const auto& word : query.words()) {
    if (!is_listed("function_words", word.lower) && sentence.has(word.lower)) {
      shared.insert(word.lower);
    }
  }
  return shared.size();
}

// A sentence of a passage, and where it is in it.
struct PassageSentence {
  AuditSentence sentence;
  std::size_t begin;
};

struct SplitPair {
  AuditSentence query;
  std::vector<PassageSentence> sentences;
};

// `passage` has single spaces.
std::vector<PassageSentence> sentences_of(const std::string& passage, SentenceSplitter& splitter) {
  std::vector<std::string> texts;
  splitter.split(passage, texts);
  std::vector<PassageSentence> found;
  std::size_t from = 0;
  for (auto& text : texts) {
    const std::size_t begin = passage.find(text, from);
    if (begin == std::string::npos) continue;
    from = begin + text.size();
    found.push_back({AuditSentence(std::move(text)), begin});
  }
  return found;
}

// Sentences that share words with the query, those that share most first.
std::vector<const PassageSentence*> sentences_asked(const SplitPair& pair) {
  std::vector<std::pair<std::size_t, const PassageSentence*>> shared;
  for (const auto& one : pair.sentences) {
    if (one.sentence.words().size() > kMostWords) continue;
    shared.emplace_back(shared_words(pair.query, one.sentence), &one);
  }
  std::ranges::stable_sort(shared, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const PassageSentence*> found;
  for (const auto& [count, one] : shared) {
    if (count > 0 && found.size() < kMostSentences) found.push_back(one);
  }
  return found;
}

struct MadeNearMisses {
  std::vector<MadeVariant> made;
  std::size_t undecided = 0;
};

// One of a kind.
MadeNearMisses near_misses_of(RuleTools& tools, const SplitPair& pair, const std::string& passage) {
  MadeNearMisses found;
  const auto asked = sentences_asked(pair);
  for (const auto& rule : audit_rules()) {
    if (!rule.changes_meaning || !is_for_language(rule, tools.sources().language)) continue;
    bool any = false, decided = false;
    for (const auto* one : asked) {
      Outcome outcome = apply_rule(rule, tools, one->sentence);
      if (outcome.text.empty() || outcome.text == one->sentence.text()) continue;
      any = true;
      decided = decides(pair.query, one->sentence, AuditSentence(outcome.text));
      if (!decided) continue;
      std::string text = passage;
      text.replace(one->begin, one->sentence.text().size(), outcome.text);
      found.made.push_back({std::string(rule.kind), std::move(text), std::move(outcome.trace)});
      break;
    }
    if (any && !decided) ++found.undecided;
  }
  return found;
}

std::filesystem::path queries_file(const SetPlace& place) { return place.folder / "queries.tsv"; }
std::filesystem::path misses_file(const SetPlace& place) {
  return place.folder / "near-misses.tsv";
}

MadeContent queries_table(const NearMissSet& set) {
  return MadeContent([&set](const MadeContent::TakePiece& take) {
    const auto columns = kind_columns(set.passages);
    take("id\tquery\tpassage");
    for (const auto& column : columns) take("\t" + column);
    take("\n");
    auto query = set.queries.begin();
    set.passages.each([&](const VariantItem& item) {
      take(item.id + "\t" + *query++ + "\t" + item.sentence + kind_cells(item, columns) + "\n");
    });
  });
}

MadeCard queries_card(const NearMissSet& set, const SetPlace& place) {
  MadeCard card{"search", queries_file(place), "Queries of " + place.source.file.string(),
                "sonde audit --seed " + std::to_string(place.seed) +
                    ": near misses by rule; not read by a person"};
  card.name = place.name;
  for (const auto& kind : set.passages.kinds()) {
    card.settings.emplace_back("role_" + kind.kind, "near miss");
    card.notes.push_back(kind.kind + ": " + std::to_string(kind.made) + " near misses");
  }
  if (place.source.language != "any") card.settings.emplace_back("language", place.source.language);
  return card;
}

}  // namespace

bool decides(const AuditSentence& query, const AuditSentence& sentence,
             const AuditSentence& changed) {
  if (sentence.has_negation() != changed.has_negation()) {
    return query.has_negation() == sentence.has_negation() && !query.is_yes_or_no();
  }
  return has_any(query, words_only_in(sentence, changed)) &&
         !has_any(query, words_only_in(changed, sentence));
}

NearMissSet make_near_misses(const SearchPairs& pairs, RuleSources sources, std::size_t threads,
                             Observer& observer) {
  SentenceSplitter splitter("en");
  std::vector<SplitPair> split;
  for (const auto& pair : pairs.pairs) {
    split.push_back({AuditSentence(pair.query), sentences_of(pair.passage, splitter)});
    for (const auto& one : split.back().sentences) {
      add_names(one.sentence, sources.lists.names, sources.names);
      add_nouns(one.sentence, sources.lists.nouns, sources.nouns);
    }
  }
  NearMissSet set;
  std::atomic<std::size_t> undecided = 0, with_any = 0;
  add_made(set.passages, sources, split.size(), {"making near misses", threads, observer},
           [&](RuleTools& tools, std::size_t at) {
             const SearchPair& pair = pairs.pairs[at];
             auto found = near_misses_of(tools, split[at], pair.passage);
             undecided += found.undecided;
             with_any += found.made.empty() ? 0 : 1;
             return VariantItem{pair.id, pair.passage, std::move(found.made)};
           });
  for (const auto& pair : pairs.pairs) set.queries.push_back(pair.query);
  set.undecided = undecided;
  set.with_any = with_any;
  return set;
}

std::vector<MadeVariant> near_misses_of(RuleTools& tools, const std::string& query,
                                        const std::string& passage) {
  SentenceSplitter splitter("en");
  const std::string text = spaced_once(passage);
  return near_misses_of(tools, {AuditSentence(query), sentences_of(text, splitter)}, text).made;
}

std::filesystem::path write_near_misses(const NearMissSet& set, const SetPlace& place) {
  return write_set(
      {queries_file(place), misses_file(place), queries_table(set), queries_card(set, place)},
      set.passages, place);
}

void check_near_miss_files(const SetPlace& place) {
  if (!std::filesystem::exists(place.folder)) return;
  check_set_files(queries_file(place), misses_file(place), place.source.file);
}

}  // namespace sonde
