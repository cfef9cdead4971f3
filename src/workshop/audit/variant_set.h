#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
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

// How many variants of a kind were made, and the most of one item.
struct KindCount {
  std::string kind;
  bool changes_meaning = true;
  std::size_t made = 0, most = 0;
};

// Items in a temporary file, so that memory does not grow with them, and counts of their variants.
class VariantSet {
 public:
  VariantSet();  // Errors: kOutside

  void add(const VariantItem& item);
  // Gives the items in the order in which they were added. Errors: kOutside.
  void each(const std::function<void(const VariantItem&)>& take) const;
  std::size_t size() const { return items_; }
  // In the order of the rules, if they made something.
  std::vector<KindCount> kinds() const;
  std::size_t both() const { return both_; }  // sentences with a changed and a same variant

 private:
  void count(const VariantItem& item);

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::vector<KindCount> kinds_;
  std::size_t items_ = 0, both_ = 0;
};

using SamePairs = std::vector<std::pair<std::string, std::string>>;

// Adds `count` items to the set, in order. `make` makes them, on threads (0: all) that have tools
// of their own. Errors: kInterrupted.
struct MakingOptions {
  const char* what;  // is being done, for people
  std::size_t threads;
  Observer& observer;
};
using MakeItem = std::function<VariantItem(RuleTools&, std::size_t)>;
void add_made(VariantSet& set, const RuleSources& sources, std::size_t count,
              const MakingOptions& options, const MakeItem& make);

// Sentences with a paraphrase each: by people, of the kind "paraphrase", and by a chat server, of
// the kind "chat".
struct KnownPairs {
  SamePairs given{}, chat{};
};

// Applies every rule of the language to every sentence, on `threads` threads (0: all), with the
// same result on any. Errors: kInterrupted.
VariantSet make_variant_set(const AuditTexts& texts, RuleSources sources, const KnownPairs& known,
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
  std::string name{};  // the data set's
};
std::filesystem::path write_variant_set(const VariantSet& set, const SetPlace& place);

// Before any work. Errors: kUsage if the folder has files that write_variant_set() may not replace.
void check_set_folder(const SetPlace& place);

}  // namespace sonde
