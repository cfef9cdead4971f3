#include "workshop/audit/variant_set.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "base/random.h"
#include "base/threads.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "workshop/audit/set_files.h"

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

std::filesystem::path table_file(const SetPlace& place) { return place.folder / "variants.tsv"; }
std::filesystem::path traces_file(const SetPlace& place) { return place.folder / "traces.tsv"; }

std::string variants_table(const VariantSet& set) {
  const auto columns = kind_columns(set);
  std::string table = "id\tsentence";
  for (const auto& column : columns) table += "\t" + column;
  table += std::string("\t") + kUnrelated + "\n";
  for (const auto& item : set.items) {
    table +=
        item.id + "\t" + item.sentence + kind_cells(item, columns) + "\t" + item.unrelated + "\n";
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

void with_rule_tools(const RuleSources& sources, std::size_t count, const MakingOptions& options,
                     const std::function<void(RuleTools&, std::size_t)>& make) {
  options.observer.begin(options.what, count);
  const std::size_t workers =
      std::clamp<std::size_t>(count / 16, 1, threads_or_all(options.threads));
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::uint64_t done = 0;
  parallel_for(workers, 1, workers, [&](std::size_t, std::size_t) {
    RuleTools tools(sources);
    for (std::size_t at = next++; at < count; at = next++) {
      if (options.observer.stop()) {
        throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
      }
      make(tools, at);
      const std::scoped_lock lock(mutex);
      options.observer.advance(++done);
    }
  });
}

void count_kinds(VariantSet& set) {
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

VariantSet make_variant_set(const AuditTexts& texts, RuleSources sources, const SamePairs& same,
                            std::size_t threads, Observer& observer) {
  for (const auto& one : texts.sentences) {
    add_names(AuditSentence(one.text), sources.lists.names, sources.names);
  }
  VariantSet set;
  set.items.resize(texts.sentences.size());
  with_rule_tools(sources, texts.sentences.size(), {"making variants", threads, observer},
                  [&](RuleTools& tools, std::size_t at) {
                    const AuditText& one = texts.sentences[at];
                    set.items[at] = {one.id, one.text, variants_of(tools, AuditSentence(one.text)),
                                     unrelated_to(texts.sentences, at, sources.seed)};
                  });
  add_pairs(set, same);
  count_kinds(set);
  return set;
}

void check_set_folder(const SetPlace& place) {
  if (!std::filesystem::exists(place.folder)) return;
  check_set_files(table_file(place), traces_file(place), place.source.file);
}

std::filesystem::path write_variant_set(const VariantSet& set, const SetPlace& place) {
  check_meanings(set, place);
  const auto file = table_file(place);
  return write_set({file, traces_file(place), variants_table(set), card_of(set, place, file)}, set,
                   place);
}

}  // namespace sonde
