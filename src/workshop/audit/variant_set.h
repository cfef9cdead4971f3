#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sonde/observer.h"
#include "workshop/audit/rules.h"
#include "workshop/audit/texts.h"

namespace sonde {

struct MadeVariant {
  std::string kind, text, trace;
};

// A sentence with its variants. `unrelated` is another sentence of the text.
struct VariantItem {
  std::string id, sentence;
  std::vector<MadeVariant> variants{};
  std::string unrelated{};
};

// How many variants of a kind were made.
struct KindCount {
  std::string kind;
  bool changes_meaning = true;
  std::size_t made = 0;
};

struct VariantSet {
  std::vector<VariantItem> items;
  std::vector<KindCount> kinds;  // in the order of the rules, if they made something
  std::size_t both = 0;          // sentences with a changed and a same variant
  bool has_true_matches = false;
};

using SamePairs = std::vector<std::pair<std::string, std::string>>;

// Calls `make` for each of `count` items, on threads (0: all) with tools of their own. Errors:
// kInterrupted.
struct MakingOptions {
  const char* what;  // is being done, for people
  std::size_t threads;
  Observer& observer;
};
void with_rule_tools(const RuleSources& sources, std::size_t count, const MakingOptions& options,
                     const std::function<void(RuleTools&, std::size_t)>& make);

// Counts the variants of the items by kind.
void count_kinds(VariantSet& set);

// Applies every rule of the language to every sentence, on `threads` threads (0: all), with the
// same result on any. Pairs become the kind "paraphrase". Errors: kInterrupted.
VariantSet make_variant_set(const AuditTexts& texts, RuleSources sources, const SamePairs& same,
                            std::size_t threads, Observer& observer);

// The set as files of a folder: variants.tsv and its card variants.toml, which `sonde run` reads,
// traces.tsv, a line per variant with the rule and its effect, variants.made.json. Returns the
// card. Errors: kUsage if the folder has other files of these names or the set was edited since,
// unless `replace`, kInput if no variant of one of the two meanings could be made.
struct SetPlace {
  std::filesystem::path folder;
  TextSource source;
  std::uint64_t seed = 1;
  bool replace = false;
};
std::filesystem::path write_variant_set(const VariantSet& set, const SetPlace& place);

// Before any work. Errors: kUsage if the folder has files that write_variant_set() may not replace.
void check_set_folder(const SetPlace& place);

}  // namespace sonde
