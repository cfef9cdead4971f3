#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "sonde/observer.h"
#include "workshop/audit/search/search_pairs.h"
#include "workshop/audit/variant_set.h"

namespace sonde {

// Queries with their passages, and near misses: passages whose meaning was changed in one sentence.
struct NearMissSet {
  VariantSet passages;               // an item per pair, whose sentence is the passage
  std::vector<std::string> queries;  // per item
  std::size_t with_any = 0;          // pairs that have a near miss
  std::size_t undecided = 0;         // near misses left out: see decides()
};

// Whether the query tells which of two sentences is right: it has a word that the change took out
// and none that it put in. A negation that was added is wrong for a query that is neither negative
// nor answered by yes or no. If the query says nothing about what was changed, an encoder can only
// guess.
bool decides(const AuditSentence& query, const AuditSentence& sentence,
             const AuditSentence& changed);

// Applies the rules that change the meaning to the sentences of each passage that share most words
// with the query: one near miss per kind of change. Errors: kInterrupted.
NearMissSet make_near_misses(const SearchPairs& pairs, RuleSources sources, std::size_t threads,
                             Observer& observer);

// The near misses of one pair.
std::vector<MadeVariant> near_misses_of(RuleTools& tools, const std::string& query,
                                        const std::string& passage);

// queries.tsv and its card queries.toml, near-misses.tsv with what each rule did. Returns the card.
// Errors: as write_variant_set().
std::filesystem::path write_near_misses(const NearMissSet& set, const SetPlace& place);
void check_near_miss_files(const SetPlace& place);

}  // namespace sonde
