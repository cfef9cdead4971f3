#include "workshop/audit/noun_groups.h"

#include <algorithm>
#include <array>

#include "formats/lexicons/word_lists.h"
#include "workshop/audit/audit_words.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {
namespace {

std::string plural_of(const std::string& noun) {
  static constexpr std::array<std::string_view, 4> kInEs{"potato", "tomato", "mango", "torpedo"};
  if (auto plural = regular_plural(noun)) return *plural;
  const bool es = noun.ends_with('s') || std::ranges::find(kInEs, noun) != kInEs.end();
  return noun + (es ? "es" : "s");
}

NounGroup::Noun parse_noun(std::string_view text) {
  const auto colon = text.find(':');
  const std::string singular(text.substr(0, colon));
  return {singular, colon == text.npos ? plural_of(singular) : std::string(text.substr(colon + 1))};
}

WordSet words_in(std::string_view text) {
  const auto words = listed_words(text);
  return {words.begin(), words.end()};
}

NounGroup parse_group(const LanguageRow& row, NounGroups::Table table) {
  NounGroup group;
  for (const auto noun : listed_words(row[0])) group.nouns.push_back(parse_noun(noun));
  if (row[1] == "mass") group.form = NounGroup::Form::kMass;
  if (row[1] == "gender") group.form = NounGroup::Form::kGender;
  group.not_beside = words_in(row[2]);
  group.not_with = words_in(row[3]);
  group.is_kind = table == NounGroups::Table::kKinds;
  return group;
}

}  // namespace

NounGroups::NounGroups(Table table) : table_(table) {
  const auto rows = language_table("en", table == Table::kKinds ? "noun_kinds" : "noun_groups",
                                   {"nouns", "form", "not next to", "not with"});
  for (const auto& row : rows) {
    groups_.push_back(parse_group(row, table));
    const auto& group = groups_.back();
    for (std::size_t noun = 0; noun < group.nouns.size(); ++noun) {
      const auto& [singular, plural] = group.nouns[noun];
      forms_[singular].push_back({groups_.size() - 1, noun, false});
      if (plural != singular) forms_[plural].push_back({groups_.size() - 1, noun, true});
    }
  }
}

bool NounGroups::add_mention(std::vector<NounMention>& found, const AuditSentence& sentence,
                             std::size_t first, std::size_t last) const {
  std::string text;
  for (std::size_t word = first; word <= last; ++word) {
    if (word > first && !sentence.is_joined(word - 1)) return false;
    text += (word > first ? " " : "") + sentence.words()[word].lower;
  }
  NounMention mention{first, last};
  mention.possessive = text.ends_with("'s");
  if (mention.possessive) text.resize(text.size() - 2);
  const auto forms = forms_.find(text);
  if (forms == forms_.end()) return false;
  for (const auto& form : forms->second) {
    mention.plural = form.plural;
    mention.singular = groups_[form.group].nouns[form.noun].singular;
    const bool replaced = form.noun == 0 || (table_ == Table::kKinds && mention.group == nullptr);
    if (replaced) mention.group = &groups_[form.group];
    mention.groups.push_back(&groups_[form.group]);
  }
  found.push_back(std::move(mention));
  return true;
}

const NounGroup* NounGroups::group_of(const std::string& singular) const {
  const auto forms = forms_.find(singular);
  if (forms == forms_.end()) return nullptr;
  const auto first = std::ranges::find(forms->second, 0U, &Form::noun);
  return first == forms->second.end() ? nullptr : &groups_[first->group];
}

std::vector<NounMention> NounGroups::mentions(const AuditSentence& sentence) const {
  constexpr std::size_t kMostNounWords = 3;
  std::vector<NounMention> found;
  const std::size_t count = sentence.words().size();
  for (std::size_t first = 0; first < count; ++first) {
    for (std::size_t length = std::min(kMostNounWords, count - first); length > 0; --length) {
      if (!add_mention(found, sentence, first, first + length - 1)) continue;
      first = found.back().last;
      break;
    }
  }
  return found;
}

namespace {

struct Pronouns {
  std::string_view male, female;
};
constexpr std::array<Pronouns, 5> kPronounPairs{
    {{"he", "she"}, {"his", "her"}, {"himself", "herself"}, {"he's", "she's"}, {"him", "her"}}};

bool is_male(const NounMention& noun) { return is_audit_word("male", noun.singular); }

// "her" is "him" or "his" by what follows it: "with her back", "her first book" have "his".
std::string_view other_pronoun(const AuditSentence& sentence, std::size_t word) {
  const std::string& lower = sentence.words()[word].lower;
  if (lower == "her") {
    const auto next = sentence.next_of(word);
    const bool noun = next == "first" || next == "last" || next == "online" || next == "own" ||
                      (next == "back" && is_audit_word("before nouns", sentence.before(word)));
    return next == "$" || (is_audit_word("after nouns", next) && !noun) ? "him" : "his";
  }
  for (const auto& [male, female] : kPronounPairs) {
    if (lower == male) return female;
    if (lower == female) return male;
  }
  return {};
}

}  // namespace

bool is_gendered_word(const AuditSentence::Word& word) {
  return is_audit_word("gendered", word.lower);
}

bool agrees_with(const NounMention& noun, const AuditSentence::Word& word) {
  const bool male = is_male(noun);
  return !is_gendered_word(word) || std::ranges::any_of(kPronounPairs, [&](const Pronouns& one) {
    return word.lower == (male ? one.male : one.female);
  });
}

AuditSentence with_other_pronouns(const AuditSentence& sentence, const NounMention& noun) {
  std::string text = sentence.text();
  for (std::size_t word = sentence.words().size() - 1; word > noun.last; --word) {
    const auto other = other_pronoun(sentence, word);
    const auto& old = sentence.words()[word];
    if (!other.empty()) text.replace(old.begin, old.end - old.begin, other);
  }
  return AuditSentence(text);
}

}  // namespace sonde
