// The rule `name`: another name of a kind in the place of one.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"

namespace sonde {
namespace {

const std::set<std::string_view> kPlaceNouns{
    "airport",    "street",  "avenue", "road",   "county",   "park",      "lake",   "river",
    "university", "college", "school", "beach",  "hospital", "hotel",     "island", "bay",
    "lane",       "bridge",  "museum", "center", "memorial", "foundation"};
const std::set<std::string_view> kPlaces{"in", "near", "at", "outside", "around", "across"};

// Up to three words from a place on that are a name of the list, the longest first.
struct NamedSpan {
  std::size_t first = 0, last = 0;
  std::string name{};
};

bool is_never_replaced(std::string_view kind) { return kind == "word" || kind == "surname"; }

std::optional<NamedSpan> name_at(const AuditSentence& sentence, std::size_t first,
                                 const NameList& names) {
  const auto& words = sentence.words();
  for (std::size_t count = 3; count >= 1; --count) {
    const std::size_t last = first + count - 1;
    if (last >= words.size()) continue;
    std::string text =
        sentence.text().substr(words[first].begin, words[last].end - words[first].begin);
    if (text.ends_with("'s")) text.resize(text.size() - 2);
    if (names.has(text) && !is_never_replaced(names.kind_of(text))) {
      return NamedSpan{first, last, text};
    }
  }
  return std::nullopt;
}

bool is_person(std::string_view kind) { return kind == "woman" || kind == "man"; }

bool is_before_name_part(const AuditSentence& sentence, const NamedSpan& span, bool person) {
  if (!sentence.is_joined(span.last) || !sentence.is_capital(span.last + 1)) return false;
  return !person || kPlaceNouns.contains(sentence.words()[span.last + 1].lower);
}

// Whether a longer name has it as a part. A surname may follow a first name.
bool is_part_of_name(const AuditSentence& sentence, const NamedSpan& span, const NameList& names) {
  const bool owns = sentence.words()[span.last].lower.ends_with("'s") &&
                    names.kind_of(span.name) == "country";  // "Argentina's Senate"
  if (!owns && is_before_name_part(sentence, span, is_person(names.kind_of(span.name))))
    return true;
  const bool before =
      span.first > 0 && sentence.is_joined(span.first - 1) && sentence.is_capital(span.first - 1);
  const bool begins = span.first == 1 && !names.has(sentence.written(0));
  if (is_audit_word("after nationalities", sentence.next_of(span.last))) return true;
  const auto joint = sentence.before(span.first);  // "Tour de France"
  if (joint == "de" || joint == "du" || joint == "di") return true;
  return before && !begins;
}

// "Huelva in southern Spain".
bool is_after_its_place(const AuditSentence& sentence, std::size_t first) {
  const auto before = sentence.before(first);
  const std::size_t at = before.ends_with("ern") || before == "central" ? first - 1 : first;
  return at > 1 && sentence.before(at) == "in" && sentence.is_joined(at - 2) &&
         sentence.is_capital(at - 2) && at > 2;
}

// "Boise, Idaho", "in Charlotte": another city would be in the wrong state, and the name
// may be a place's.
bool is_of_address(const AuditSentence& sentence, const NamedSpan& span, const NameList& names) {
  const auto comma_at = [&](std::size_t word) {
    return sentence.between(word) == ", " && sentence.is_capital(word) &&
           sentence.is_capital(word + 1);
  };
  if (is_person(names.kind_of(span.name))) {
    const bool journey =  // "my flight to Charlotte"
        sentence.before(span.first) == "to" &&
        has_any_of(sentence, audit_words("en", "of journeys"));
    return journey || kPlaces.contains(sentence.before(span.first)) ||
           (span.last + 1 < sentence.words().size() &&
            sentence.between(span.last).starts_with(". ")) ||  // "Max. load"
           (span.first > 0 && sentence.words()[span.first - 1].lower == "st");
  }
  if (is_after_its_place(sentence, span.first)) return true;
  const bool parted = span.last + 1 < sentence.words().size() && comma_at(span.last);
  return parted || (span.first > 0 && comma_at(span.first - 1));
}

// The last of the capitalised words from a place on.
std::size_t last_capital(const AuditSentence& sentence, std::size_t word) {
  while (sentence.is_joined(word) && sentence.is_capital(word + 1)) ++word;
  return word;
}

bool occurs_twice(const AuditSentence& sentence, const std::string& name) {
  return sentence.text().find(name) != sentence.text().rfind(name);
}

// Whether a name that ends at `last` follows: "Dr. Amy Liu", "Mr. Liu", "the actor Amy Liu", "a
// banker, Amy Liu".
bool introduces(const AuditSentence& sentence, std::size_t word, std::size_t last) {
  const auto first = sentence.written(word + 1);
  if (!sentence.is_capital(word + 1) || last > word + 2) return false;
  if (first.ends_with("day") || is_month(first)) return false;  // "saw the judge Tuesday"
  const auto& lower = sentence.words()[word].lower;
  const auto gap = sentence.between(word);
  if (is_audit_word("titles", lower)) return gap == " " || gap == ". ";
  return last == word + 2 && is_audit_word("person roles", lower) && (gap == " " || gap == ", ");
}

std::optional<NamedSpan> surname_in(const AuditSentence& sentence) {
  for (std::size_t word = 0; word + 1 < sentence.words().size(); ++word) {
    const std::size_t last = last_capital(sentence, word + 1);
    if (!introduces(sentence, word, last)) continue;
    std::string name(sentence.written(last));
    if (last > word + 1 && sentence.words()[last - 1].lower.ends_with("'s")) continue;
    if (name.ends_with("'s")) name.resize(name.size() - 2);
    if (!occurs_twice(sentence, name)) return NamedSpan{last, last, std::move(name)};
  }
  return std::nullopt;
}

// "New Zealand wool", "the Easter tree": the name is an adjective there, but not in "South Korea
// fired" or "Norway's wealth".
bool is_adjective_of(const AuditSentence& sentence, const NamedSpan& span, const NameList& names) {
  const auto kind = names.kind_of(span.name);
  if (kind != "country" && kind != "holiday" && kind != "planet") return false;
  if (!sentence.is_joined(span.last)) return false;
  const auto next = sentence.next_of(span.last);
  const bool owns = sentence.words()[span.last].lower.ends_with("'s");
  return !owns && !next.ends_with("ed") && !is_audit_word("after nouns", next);
}

std::vector<NamedSpan> names_in(const AuditSentence& sentence, const NameList& names) {
  std::vector<NamedSpan> found;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    if (!sentence.is_capital(word)) continue;
    auto span = name_at(sentence, word, names);
    if (!span) continue;
    word = span->last;
    if (is_part_of_name(sentence, *span, names) || is_of_address(sentence, *span, names) ||
        is_adjective_of(sentence, *span, names) || occurs_twice(sentence, span->name)) {
      continue;
    }
    found.push_back(std::move(*span));
  }
  return found;
}

// "in Dayton, Ohio": a town and its state or country, which change together.
std::optional<NamedSpan> address_in(const AuditSentence& sentence, const NameList& names) {
  for (std::size_t word = 1; word < sentence.words().size(); ++word) {
    if (sentence.between(word - 1) != ", " || !sentence.is_capital(word - 1)) continue;
    const auto region = name_at(sentence, word, names);
    if (!region || sentence.words()[region->last].lower.ends_with("'s")) continue;
    const auto kind = names.kind_of(region->name);
    std::size_t first = word - 1;
    while (first > 0 && sentence.is_joined(first - 1) && sentence.is_capital(first - 1)) --first;
    const bool placed = is_audit_word("before nouns", sentence.before(first));
    const bool has_towns = kind == "state" || kind == "country" || kind == "canadian province";
    if (placed && has_towns) return NamedSpan{first, region->last, {}};
  }
  return std::nullopt;
}

std::optional<std::string> other_of(const std::vector<std::string>& names,
                                    const AuditSentence& sentence, std::uint64_t key) {
  for (std::size_t turn = 0; turn < names.size(); ++turn) {
    const std::string& name = names[(key + turn) % names.size()];
    if (sentence.text().find(name) == std::string::npos) return name;
  }
  return std::nullopt;
}

Outcome other_address(const AuditSentence& sentence, const NameList& names, std::uint64_t key) {
  const auto address = address_in(sentence, names);
  if (!address) return not_eligible("no name of the list");
  const auto other = other_of(names.of_kind("address"), sentence, key);
  if (!other) return refused("no other name of its kind");
  return {true, sentence.with_words(address->first, address->last, *other), {}, "-> " + *other};
}

}  // namespace

void add_names(const AuditSentence& sentence, const NameList& names, CorpusNames& found) {
  for (const auto& span : names_in(sentence, names)) {
    auto& of_kind = found[std::string(names.kind_of(span.name))];
    if (std::ranges::find(of_kind, span.name) == of_kind.end()) of_kind.push_back(span.name);
  }
}

Outcome other_name(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const auto& sources = tools.sources();
  const NameList& names = sources.lists.names;
  auto spans = names_in(sentence, names);
  if (spans.empty()) {
    if (auto surname = surname_in(sentence)) spans.push_back(std::move(*surname));
  }
  if (spans.empty()) return other_address(sentence, names, key >> 8);
  const NamedSpan& span = spans[key % spans.size()];
  const std::string kind(names.has(span.name) ? names.kind_of(span.name) : "surname");
  std::optional<std::string> other;
  if (const auto own = sources.names.find(kind); own != sources.names.end()) {
    other = other_of(own->second, sentence, key >> 8);
  }
  if (!other) other = other_of(names.of_kind(kind), sentence, key >> 8);
  if (!other) return refused("no other name of its kind");
  const bool possessive = sentence.words()[span.last].lower.ends_with("'s");
  const std::string made = *other + (possessive ? "'s" : "");
  return {true, sentence.with_words(span.first, span.last, made), {}, span.name + " -> " + *other};
}

}  // namespace sonde
