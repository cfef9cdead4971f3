#include "workshop/audit/variant_set.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

#include "base/random.h"
#include "base/threads.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "workshop/makers/made_card.h"
#include "workshop/makers/made_file.h"

namespace sonde {
namespace {

constexpr const char* kParaphrase = "paraphrase";
constexpr const char* kUnrelated = "unrelated";

std::vector<MadeVariant> variants_of(RuleTools& tools, const AuditSentence& sentence) {
  std::vector<MadeVariant> made;
  for (const auto& rule : audit_rules()) {
    if (!is_for_language(rule, tools.sources().language)) continue;
    Outcome outcome = apply_rule(rule, tools, sentence);
    if (outcome.text.empty() || outcome.text == sentence.text()) continue;
    made.push_back({std::string(rule.kind), std::move(outcome.text), std::move(outcome.trace)});
  }
  return made;
}

std::string unrelated_to(const std::vector<AuditText>& sentences, std::size_t at,
                         std::uint64_t seed) {
  const std::uint64_t bits =
      bits_at(stream_key(seed, digest_of("unrelated 1", sentences[at].text).low64()), 0);
  const std::size_t other = bits % (sentences.size() - 1);
  return sentences[other < at ? other : other + 1].text;
}

void add_pairs(VariantSet& set, const SamePairs& same) {
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < set.items.size(); ++i) place.emplace(set.items[i].sentence, i);
  for (std::size_t i = 0; i < same.size(); ++i) {
    const auto& [first, second] = same[i];
    auto found = place.find(first);
    if (found == place.end()) {
      found = place.emplace(first, set.items.size()).first;
      set.items.push_back({"pair " + std::to_string(i + 1), first});
    }
    set.items[found->second].variants.push_back({kParaphrase, second, "given"});
  }
  set.has_true_matches = !same.empty();
}

void count(VariantSet& set) {
  for (const auto& rule : audit_rules()) {
    set.kinds.push_back({std::string(rule.kind), rule.changes_meaning});
  }
  if (set.has_true_matches) set.kinds.push_back({kParaphrase, false});
  for (const auto& item : set.items) {
    bool changed = false, same = false;
    for (const auto& variant : item.variants) {
      const auto kind = std::ranges::find(set.kinds, variant.kind, &KindCount::kind);
      ++kind->made;
      (kind->changes_meaning ? changed : same) = true;
    }
    if (changed && same) ++set.both;
  }
  std::erase_if(set.kinds, [](const KindCount& kind) { return kind.made == 0; });
}

// Columns by kind; a kind that a sentence has several variants of has several columns.
std::vector<std::string> columns_of(const VariantSet& set) {
  std::vector<std::string> columns;
  for (const auto& kind : set.kinds) {
    std::size_t most = 0;
    for (const auto& item : set.items) {
      most = std::max(most, static_cast<std::size_t>(
                                std::ranges::count(item.variants, kind.kind, &MadeVariant::kind)));
    }
    for (std::size_t i = 0; i < most; ++i) {
      columns.push_back(i == 0 ? kind.kind : kind.kind + " " + std::to_string(i + 1));
    }
  }
  return columns;
}

std::string row_of(const VariantItem& item, const std::vector<std::string>& columns) {
  std::string row = item.id + "\t" + item.sentence;
  std::multimap<std::string, std::string> left;
  for (const auto& variant : item.variants) left.emplace(variant.kind, variant.text);
  for (const auto& column : columns) {
    const std::string kind = column.substr(0, column.find(' '));
    const auto found = left.find(kind);
    row += "\t" + (found == left.end() ? std::string() : found->second);
    if (found != left.end()) left.erase(found);
  }
  return row + "\t" + item.unrelated + "\n";
}

std::filesystem::path table_file(const SetPlace& place) { return place.folder / "variants.tsv"; }
std::filesystem::path traces_file(const SetPlace& place) { return place.folder / "traces.tsv"; }

std::string variants_table(const VariantSet& set) {
  const auto columns = columns_of(set);
  std::string table = "id\tsentence";
  for (const auto& column : columns) table += "\t" + column;
  table += std::string("\t") + kUnrelated + "\n";
  for (const auto& item : set.items) table += row_of(item, columns);
  return table;
}

std::string traces_table(const VariantSet& set) {
  std::string table = "id\tkind\tvariant\ttrace\n";
  for (const auto& item : set.items) {
    for (const auto& variant : item.variants) {
      table += item.id + "\t" + variant.kind + "\t" + variant.text + "\t" + variant.trace + "\n";
    }
  }
  return table;
}

MadeCard card_of(const VariantSet& set, const SetPlace& place, const std::filesystem::path& file) {
  MadeCard card{
      "variants", file, "Variants of the sentences of " + place.source.file.string(),
      "sonde audit --seed " + std::to_string(place.seed) + ", by rule; not read by a person"};
  for (const auto& kind : set.kinds) {
    const char* role = kind.kind == kParaphrase ? "true match"
                       : kind.changes_meaning   ? "changed"
                                                : "same";
    card.settings.emplace_back("role_" + kind.kind, role);
    card.notes.push_back(kind.kind + ": " + std::to_string(kind.made) + " variants");
  }
  card.settings.emplace_back(std::string("role_") + kUnrelated, "unrelated");
  if (place.source.language != "any") card.settings.emplace_back("language", place.source.language);
  return card;
}

void check_meanings(const VariantSet& set, const SetPlace& place) {
  for (const bool changed : {true, false}) {
    if (std::ranges::find(set.kinds, changed, &KindCount::changes_meaning) != set.kinds.end()) {
      continue;
    }
    throw input_error(std::string("no variant with ") + (changed ? "a changed" : "the same") +
                          " meaning could be made",
                      {place.source.file.string()},
                      "docs/guides/audit.md lists the sentences that the rules are for");
  }
}

}  // namespace

VariantSet make_variant_set(const AuditTexts& texts, RuleSources sources, const SamePairs& same,
                            std::size_t threads, Observer& observer) {
  std::vector<AuditSentence> sentences;
  for (const auto& one : texts.sentences) sentences.emplace_back(one.text);
  sources.names = corpus_names(sentences, sources.lists.names);
  VariantSet set;
  set.items.resize(sentences.size());
  observer.begin("making variants", sentences.size());
  const std::size_t workers =
      std::clamp<std::size_t>(sentences.size() / 16, 1, threads_or_all(threads));
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::uint64_t done = 0;
  parallel_for(workers, 1, workers, [&](std::size_t, std::size_t) {
    RuleTools tools(sources);
    for (std::size_t at = next++; at < sentences.size(); at = next++) {
      if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
      set.items[at] = {texts.sentences[at].id, texts.sentences[at].text,
                       variants_of(tools, sentences[at]),
                       unrelated_to(texts.sentences, at, sources.seed)};
      const std::scoped_lock lock(mutex);
      observer.advance(++done);
    }
  });
  add_pairs(set, same);
  count(set);
  return set;
}

void check_set_folder(const SetPlace& place) {
  if (!std::filesystem::exists(place.folder)) return;
  const auto file = table_file(place);
  // Whether the same text made the set is only known when it is made again.
  is_made({place.source.file, file, true}, Origin{"audit", 1},
          {card_path(file), traces_file(place)});
}

std::filesystem::path write_variant_set(const VariantSet& set, const SetPlace& place) {
  check_meanings(set, place);
  const std::filesystem::path file = table_file(place), traces = traces_file(place);
  std::filesystem::create_directories(place.folder);
  MakeRequest request{place.source.file, file, place.replace};
  const std::string table = variants_table(set);
  Origin origin{"audit", 1};
  origin.in_sha256 = digest_of(table).hex();
  origin.options = {
      {"seed", place.seed}, {"language", place.source.language}, {"column", place.source.column}};
  if (is_made(request, origin, {card_path(file), traces})) return card_path(file);
  nlohmann::json counts = nlohmann::json::object();
  for (const auto& kind : set.kinds) counts[kind.kind] = kind.made;
  write_made(
      {file, table}, origin, counts,
      {{card_path(file), card_text(card_of(set, place, file))}, {traces, traces_table(set)}});
  return card_path(file);
}

}  // namespace sonde
