// sonde.audit
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "apps/python/binding.h"
#include "apps/python/observer.h"
#include "report/tables/show_audit.h"
#include "sonde/compare.h"
#include "workshop/audit/chat_paraphrases.h"
#include "workshop/audit/search/near_misses.h"
#include "workshop/audit/search/search_pairs.h"
#include "workshop/audit/texts.h"
#include "workshop/audit/variant_set.h"
#include "workshop/python/workshop.h"

namespace sonde {
namespace {

SetPlace place_of(const std::string& file, const std::string& folder, const nb::dict& given) {
  SetPlace place;
  place.folder = folder;
  place.source.file = file.empty() ? "texts" : file;
  read_word(given, "column", place.source.column);
  read_word(given, "language", place.source.language);
  read_word(given, "seed", place.seed);
  read_word(given, "replace", place.replace);
  return place;
}

using Json = nlohmann::ordered_json;

// Counts of lines, sentences and variants.
Json summary_of(const AuditTexts& texts, const VariantSet& set, const std::string& card) {
  Json kinds = Json::object();
  for (const auto& kind : set.kinds()) kinds[kind.kind] = kind.made;
  return {{"card", card},         {"sentences", texts.sentences.size()}, {"lines", texts.lines},
          {"split", texts.split}, {"left_out", texts.left_out},          {"with_both", set.both()},
          {"made", kinds}};
}

Json chat_summary(const ChatParaphrases& found) {
  return {{"questions", found.asked}, {"found", found.pairs.size()}, {"refused", found.refused}};
}

// The chat server's options, if there is one.
std::optional<ParaphraseOptions> paraphrase_options(const nb::dict& given) {
  std::map<std::string, std::string> options;
  std::string ledger;
  read_word(given, "paraphrases", options);
  read_word(given, "ledger", ledger);
  if (options.empty()) return std::nullopt;
  return read_paraphrase_options(options, ledger, environment_variable);
}

std::string near_miss_summary(const SearchPairs& pairs, const NearMissSet& set,
                              const std::string& card) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::object();
  for (const auto& kind : set.passages.kinds()) kinds[kind.kind] = kind.made;
  return nlohmann::ordered_json{{"card", card},
                                {"queries", set.queries.size()},
                                {"passages", pairs.passages},
                                {"with_near_miss", set.with_any},
                                {"undecided", set.undecided},
                                {"made", kinds}}
      .dump();
}

// From a file, or from lines in memory if it is empty.
std::string make_variants(const std::string& file, const std::vector<std::string>& lines,
                          const SamePairs& same, const std::string& folder, const nb::dict& given,
                          nb::object told) {
  const SetPlace place = place_of(file, folder, given);
  std::size_t threads = 0;
  read_word(given, "threads", threads);
  const auto chat = paraphrase_options(given);
  PythonObserver observer(std::move(told));
  return observed(observer, [&] {
    std::istringstream none;
    const AuditTexts texts =
        file.empty() ? audit_texts(lines, place.source) : read_audit_texts(place.source, none);
    RuleSources sources = rule_sources(place.source.language, place.seed);
    ChatParaphrases found;
    if (chat) found = ask_paraphrases(texts, *chat, sources, observer);
    const VariantSet set =
        make_variant_set(texts, std::move(sources), {same, found.pairs}, threads, observer);
    Json made = summary_of(texts, set, write_variant_set(set, place).string());
    if (chat) made["chat"] = chat_summary(found);
    return made.dump();
  });
}

// Near misses of pairs of a file, or of pairs in memory if it is empty.
std::string bound_near_misses(const std::string& file, const SamePairs& given_pairs,
                              const std::string& folder, const nb::dict& given, nb::object told) {
  const SetPlace place = place_of(file, folder, given);
  std::size_t threads = 0;
  read_word(given, "threads", threads);
  PythonObserver observer(std::move(told));
  return observed(observer, [&] {
    const SearchPairs pairs =
        file.empty() ? search_pairs(given_pairs, "pairs") : read_search_pairs(file);
    const NearMissSet set =
        make_near_misses(pairs, rule_sources(place.source.language, place.seed), threads, observer);
    return near_miss_summary(pairs, set, write_near_misses(set, place).string());
  });
}

std::string audit_text(const std::string& run, const std::string& format) {
  const nb::gil_scoped_release free;
  const auto file = open_run_file(run);
  const NamedRun named{run, file.get()};
  return show_audit(overview({&named, 1}, {.needs = Needs::kFigures}), named, format);
}

}  // namespace

void bind_audit(nb::module_& module) {
  module.def("make_variants", make_variants);
  module.def("make_near_misses", bound_near_misses);
  module.def("audit_text", audit_text);
}

}  // namespace sonde
