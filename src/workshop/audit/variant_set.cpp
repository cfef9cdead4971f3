#include "workshop/audit/variant_set.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/random.h"
#include "base/threads.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "workshop/audit/set_files.h"

namespace sonde {
namespace {

constexpr const char* kParaphrase = "paraphrase";
constexpr const char* kChat = "chat";
constexpr const char* kUnrelated = "unrelated";

// Numbers and texts of a temporary file, each text with its length.
class SpoolWriter {
 public:
  explicit SpoolWriter(std::FILE* file) : file_(file) {}

  SpoolWriter& put(std::uint64_t number) {
    write(&number, sizeof number);
    return *this;
  }
  SpoolWriter& put(const std::string& text) {
    put(text.size());
    write(text.data(), text.size());
    return *this;
  }

 private:
  void write(const void* bytes, std::size_t size) {
    if (std::fwrite(bytes, 1, size, file_) == size) return;
    throw outside_error("a temporary file cannot be written", {}, "free space on its disk");
  }

  std::FILE* file_;
};

class SpoolReader {
 public:
  explicit SpoolReader(std::FILE* file) : file_(file) { std::rewind(file); }

  std::uint64_t number() {
    std::uint64_t number = 0;
    read(&number, sizeof number);
    return number;
  }
  std::string text() {
    std::string text(number(), '\0');
    read(text.data(), text.size());
    return text;
  }

 private:
  void read(void* bytes, std::size_t size) {
    if (std::fread(bytes, 1, size, file_) == size) return;
    throw outside_error("a temporary file cannot be read");
  }

  std::FILE* file_;
};

std::optional<MadeVariant> made_by(const AuditRule& rule, RuleTools& tools,
                                   const AuditSentence& sentence) {
  if (!is_for_language(rule, tools.sources().language)) return std::nullopt;
  Outcome outcome = apply_rule(rule, tools, sentence);
  if (outcome.text.empty() || outcome.text == sentence.text()) return std::nullopt;
  return MadeVariant{std::string(rule.kind), std::move(outcome.text), std::move(outcome.trace)};
}

// The variant of the first fallback that makes one.
void add_fallback(std::vector<MadeVariant>& made, RuleTools& tools, const AuditSentence& sentence) {
  for (const auto& rule : fallback_rules()) {
    auto variant = made_by(rule, tools, sentence);
    if (!variant) continue;
    made.push_back(std::move(*variant));
    return;
  }
}

std::vector<MadeVariant> variants_of(RuleTools& tools, const AuditSentence& sentence) {
  std::vector<MadeVariant> made;
  bool changed = false;
  for (const auto& rule : audit_rules()) {
    auto variant = made_by(rule, tools, sentence);
    if (!variant) continue;
    if (std::ranges::find(made, variant->text, &MadeVariant::text) != made.end()) continue;
    made.push_back(std::move(*variant));
    changed = changed || rule.changes_meaning;
  }
  if (!changed) add_fallback(made, tools, sentence);
  return made;
}

void end_if_stopped(Observer& observer) {
  if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
}

std::string unrelated_to(const std::vector<AuditText>& sentences, std::size_t at,
                         std::uint64_t seed) {
  const std::uint64_t bits =
      bits_at(stream_key(seed, digest_of("unrelated 1", sentences[at].text).low64()), 0);
  const std::size_t other = bits % (sentences.size() - 1);
  return sentences[other < at ? other : other + 1].text;
}

// Pairs known to mean the same, by their first sentence.
class Paraphrases {
 public:
  explicit Paraphrases(const KnownPairs& known) {
    add(known.given, kParaphrase, "given");
    add(known.chat, kChat, "answered");
  }

  // The pairs of a sentence. Null: none.
  const VariantItem* of(const std::string& sentence) const {
    const auto found = place_.find(sentence);
    return found == place_.end() ? nullptr : &items_[found->second];
  }
  const std::vector<VariantItem>& all() const { return items_; }

 private:
  void add(const SamePairs& pairs, const char* kind, const char* trace) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto& [first, second] = pairs[i];
      const auto [at, is_new] = place_.emplace(first, items_.size());
      if (is_new) items_.push_back({"pair " + std::to_string(i + 1), first});
      items_[at->second].variants.push_back({kind, second, trace});
    }
  }

  std::vector<VariantItem> items_;
  std::unordered_map<std::string, std::size_t> place_;
};

void add_to(std::vector<MadeVariant>& variants, const VariantItem* paraphrases) {
  if (paraphrases == nullptr) return;
  variants.insert(variants.end(), paraphrases->variants.begin(), paraphrases->variants.end());
}

// Adds the pairs whose first sentence the text doesn't have.
void add_further(VariantSet& set, const Paraphrases& pairs, const AuditTexts& texts) {
  if (pairs.all().empty()) return;
  std::unordered_set<std::string_view> sentences;
  for (const auto& one : texts.sentences) sentences.insert(one.text);
  for (const auto& item : pairs.all()) {
    if (!sentences.contains(item.sentence)) set.add(item);
  }
}

std::filesystem::path table_file(const SetPlace& place) { return place.folder / "variants.tsv"; }
std::filesystem::path traces_file(const SetPlace& place) { return place.folder / "traces.tsv"; }

MadeContent variants_table(const VariantSet& set) {
  return MadeContent([&set](const MadeContent::TakePiece& take) {
    const auto columns = kind_columns(set);
    take("id\tsentence");
    for (const auto& column : columns) take("\t" + column);
    take(std::string("\t") + kUnrelated + "\n");
    set.each([&](const VariantItem& item) {
      take(item.id + "\t" + item.sentence + kind_cells(item, columns) + "\t" + item.unrelated +
           "\n");
    });
  });
}

MadeCard card_of(const VariantSet& set, const SetPlace& place, const std::filesystem::path& file) {
  MadeCard card{
      "variants", file, "Variants of the sentences of " + place.source.file.string(),
      "sonde audit --seed " + std::to_string(place.seed) + ", by rule; not read by a person"};
  for (const auto& kind : set.kinds()) {
    const char* role = kind.kind == kParaphrase || kind.kind == kChat ? "true match"
                       : kind.changes_meaning                         ? "changed"
                                                                      : "same";
    card.settings.emplace_back("role_" + kind.kind, role);
    card.notes.push_back(kind.kind + ": " + std::to_string(kind.made) + " variants");
  }
  card.name = place.name;
  card.settings.emplace_back(std::string("role_") + kUnrelated, "unrelated");
  if (place.source.language != "any") card.settings.emplace_back("language", place.source.language);
  return card;
}

void check_meanings(const VariantSet& set, const SetPlace& place) {
  const auto kinds = set.kinds();
  for (const bool changed : {true, false}) {
    if (std::ranges::find(kinds, changed, &KindCount::changes_meaning) != kinds.end()) continue;
    throw input_error(std::string("no variant with ") + (changed ? "a changed" : "the same") +
                          " meaning could be made",
                      {place.source.file.string()},
                      "docs/guides/audit.md lists the sentences that the rules are for");
  }
}

}  // namespace

VariantSet::VariantSet() : file_(std::tmpfile(), &std::fclose) {
  if (!file_) {
    throw outside_error("a temporary file cannot be made", {}, "free space in the folder for them");
  }
  for (const auto& rule : audit_rules()) {
    kinds_.push_back({std::string(rule.kind), rule.changes_meaning});
  }
  for (const char* kind : {kParaphrase, kChat}) kinds_.push_back({kind, false});
}

void VariantSet::add(const VariantItem& item) {
  SpoolWriter out(file_.get());
  out.put(item.id).put(item.sentence).put(item.unrelated).put(item.variants.size());
  for (const auto& one : item.variants) out.put(one.kind).put(one.text).put(one.trace);
  ++items_;
  count(item);
}

void VariantSet::count(const VariantItem& item) {
  bool changed = false, same = false;
  for (auto& kind : kinds_) {
    const auto of_kind =
        static_cast<std::size_t>(std::ranges::count(item.variants, kind.kind, &MadeVariant::kind));
    if (of_kind == 0) continue;
    kind.made += of_kind;
    kind.most = std::max(kind.most, of_kind);
    (kind.changes_meaning ? changed : same) = true;
  }
  if (changed && same) ++both_;
}

void VariantSet::each(const std::function<void(const VariantItem&)>& take) const {
  SpoolReader in(file_.get());
  for (std::size_t i = 0; i < items_; ++i) {
    VariantItem item{in.text(), in.text(), {}, in.text()};
    item.variants.resize(in.number());
    for (auto& one : item.variants) one = {in.text(), in.text(), in.text()};
    take(item);
  }
  std::fseek(file_.get(), 0, SEEK_END);
}

std::vector<KindCount> VariantSet::kinds() const {
  auto made = kinds_;
  std::erase_if(made, [](const KindCount& kind) { return kind.made == 0; });
  return made;
}

void add_made(VariantSet& set, const RuleSources& sources, std::size_t count,
              const MakingOptions& options, const MakeItem& make) {
  options.observer.begin(options.what, count);
  const std::size_t workers =
      std::clamp<std::size_t>(count / 16, 1, threads_or_all(options.threads));
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::map<std::size_t, VariantItem> waiting;  // for those before them
  parallel_for(workers, 1, workers, [&](std::size_t, std::size_t) {
    RuleTools tools(sources);
    for (std::size_t at = next++; at < count; at = next++) {
      end_if_stopped(options.observer);
      VariantItem item = make(tools, at);
      const std::scoped_lock lock(mutex);
      waiting.emplace(at, std::move(item));
      while (!waiting.empty() && waiting.begin()->first == set.size()) {
        set.add(waiting.extract(waiting.begin()).mapped());
      }
      options.observer.advance(set.size());
    }
  });
}

VariantSet make_variant_set(const AuditTexts& texts, RuleSources sources, const KnownPairs& known,
                            std::size_t threads, Observer& observer) {
  for (const auto& one : texts.sentences) {
    end_if_stopped(observer);
    const AuditSentence sentence(one.text);
    add_names(sentence, sources.lists.names, sources.names);
    add_nouns(sentence, sources.lists.nouns, sources.nouns);
    add_nouns(sentence, sources.lists.noun_kinds, sources.nouns);
  }
  const Paraphrases pairs(known);
  VariantSet set;
  add_made(set, sources, texts.sentences.size(), {"making variants", threads, observer},
           [&](RuleTools& tools, std::size_t at) {
             const AuditText& one = texts.sentences[at];
             VariantItem item{one.id, one.text, variants_of(tools, AuditSentence(one.text)),
                              unrelated_to(texts.sentences, at, sources.seed)};
             add_to(item.variants, pairs.of(one.text));
             return item;
           });
  add_further(set, pairs, texts);
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
