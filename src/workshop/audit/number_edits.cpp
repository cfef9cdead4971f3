// The rules `number` and `amount`: another one in its place.
#include <algorithm>
#include <array>
#include <utility>

#include "base/parse.h"
#include "workshop/audit/audit_words.h"
#include "workshop/audit/number_mentions.h"
#include "workshop/audit/rules.h"
#include "workshop/language/edits/swap_forms.h"

namespace sonde {
namespace {

std::string in_form(const NumberMention& mention, const AuditSentence& sentence,
                    std::uint64_t value) {
  if (mention.spelled && value < 100) return word_of_number(unsigned(value));
  const bool commas =
      sentence.text().substr(mention.begin, mention.end - mention.begin).find(',') !=
      std::string::npos;
  const bool longer = value >= 1000 && mention.value < 1000;
  return commas || longer ? grouped(value) : std::to_string(value);
}

std::uint64_t step_of(std::uint64_t value) {
  std::uint64_t step = 1;
  for (const std::uint64_t round : {5U, 10U, 100U, 1000U, 10000U, 100000U, 1000000U}) {
    if (value % round == 0 && value > round) step = round;
  }
  return step;
}

// The largest number that may replace it.
std::uint64_t most_of(const NumberMention& mention) {
  const bool percent = mention.percent ||
                       (mention.unit != nullptr &&
                        (mention.unit->singular == "percent" || mention.unit->singular == "cent"));
  if (mention.spelled) return mention.value > 12 ? 99 : 12;
  if (percent && mention.value <= 100) return 99;
  if (mention.ends_range) return 2 * mention.value;
  return mention.value > 12 ? 2 * mention.value : 12;
}

// Another value, as round, and never 0 or 1.
std::uint64_t other_value(const NumberMention& mention, std::uint64_t key) {
  const std::uint64_t value = mention.value;
  const std::uint64_t step = step_of(value);
  const std::uint64_t wide =
      std::max(step * (2 + key % 3), mention.rough ? value / 4 / step * step : 0);
  const std::uint64_t change = value + wide <= most_of(mention) ? wide : step;
  const bool up = value + change <= most_of(mention);
  const bool down = 3 * value >= 3 * change + value && value >= change + 2 && !mention.ends_range;
  if (!up && !down) return 0;
  return up && (!down || (key >> 8) % 2 == 0) ? value + change : value - change;
}

Outcome with_value(const AuditSentence& sentence, const NumberMention& mention, std::uint64_t key) {
  const std::uint64_t value = other_value(mention, key);
  if (value == 0) return refused("no other number of its size");
  const auto& word = sentence.words()[mention.word];
  const std::string number = in_form(mention, sentence, value);
  const std::string rest = sentence.text().substr(mention.end, word.end - mention.end);
  const std::string old = sentence.text().substr(mention.begin, mention.end - mention.begin);
  return {true,
          sentence.with_words(mention.word, mention.word, number + rest),
          {},
          old + " -> " + number};
}

template <class Keeps>
std::vector<NumberMention> those_that(std::vector<NumberMention> mentions, const Keeps& keeps) {
  std::erase_if(mentions, [&](const NumberMention& one) { return !keeps(one); });
  return mentions;
}

struct NumberPlace {
  const AuditSentence& sentence;
  const NumberMention& number;

  std::string_view before() const { return sentence.before(number.word); }
  std::string_view after() const { return sentence.next_of(number.word); }
  bool is_number_at(std::size_t word) const {
    return word < sentence.words().size() && is_number(sentence.words()[word].lower);
  }
};

template <class List>
bool is_in_list(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool is_day_of_month(const NumberPlace& place) {
  const auto& [sentence, number] = place;
  static constexpr std::array<std::string_view, 12> kShort{
      "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"};
  if (number.word > 0 && is_in_list(kShort, sentence.words()[number.word - 1].lower)) return true;
  return (number.word > 0 && is_month(sentence.written(number.word - 1))) ||
         (number.word + 1 < sentence.words().size() && is_month(sentence.written(number.word + 1)));
}

// "two thirds", "size 8", "a magnitude of 5.6", "between 8 and noon".
bool is_fixed_by_neighbour(const NumberPlace& place) {
  static constexpr std::array<std::string_view, 9> kAfter{
      "thirds", "quarters", "fifths", "halves", "tenths", "o'clock", "past", "#", "below"};
  static constexpr std::array<std::string_view, 8> kBefore{
      "magnitude", "chapter", "version", "between", "a", "route", "covid", "type"};
  const bool glued = place.number.end < place.sentence.words()[place.number.word].end;
  const bool rough = place.before() == "or" && place.after() == "$";  // "a scuff or two"
  return rough || is_in_list(kAfter, place.after()) ||
         (!glued && is_in_list(kBefore, place.before()));
}

// "Which of these two is better?", "Oslo and Rome ... the two cities".
bool is_of_pair(const NumberPlace& place) {
  static constexpr std::array<std::string_view, 13> kOfTwo{"better",  "both",   "either", "neither",
                                                           "between", "larger", "other",  "compare",
                                                           "less",    "older",  "newer",  "latter"};
  return place.number.value == 2 &&
         (place.before() == "the" || place.before() == "no" ||
          std::ranges::any_of(kOfTwo, [&](auto one) { return place.sentence.has(one); }));
}

// "S&P 500", "Chapter 11", "Windows 7": a name has it as a part.
bool is_in_fixed_name(const NumberPlace& place) {
  const std::size_t word = place.number.word;
  return word > 1 && place.sentence.is_joined(word - 1) && place.sentence.is_capital(word - 1);
}

// "9 out of 10", "six of the eight": either number bounds the other.
bool begins_ratio(const NumberPlace& place) {
  const std::size_t word = place.number.word;
  const bool of =
      place.after() == "of" && (place.is_number_at(word + 2) || place.is_number_at(word + 3));
  return of || place.after() == "out";
}

bool ends_ratio(const NumberPlace& place) {
  const std::size_t word = place.number.word;
  if (word < 2) return false;
  const auto before = place.sentence.before(word - 1);
  const bool out = place.before() == "of" && before == "out";
  return out ||
         (word > 2 && place.before() == "the" && before == "of" && place.is_number_at(word - 3));
}

// "three colors and five sizes": two small numbers may depend on each other.
bool has_small_one_beside(const NumberPlace& place) {
  constexpr std::uint64_t kSmall = 12;
  const bool listed = !place.number.spelled && place.before() == ",";  // "1 drill, 2 batteries"
  if (place.number.value > kSmall || listed) return false;
  const auto small = std::ranges::count_if(place.sentence.words(), [](const auto& word) {
    return number_word(word.lower) > 0 || word.lower == "third" || word.lower == "fourth" ||
           (is_number(word.lower) && word.lower.size() == 1);
  });
  return small > 1;
}

// "four ingredients: oats, ...", "four times over", "nine in the evening".
bool is_explained(const NumberPlace& place) {
  const auto& [sentence, number] = place;
  const std::size_t end = sentence.words()[number.word].end;
  const auto after = std::string_view(sentence.text()).substr(end);
  const bool hour = after.starts_with(" in the evening") || after.starts_with(" in the morning") ||
                    after.starts_with(" in the afternoon");
  return hour || after.starts_with(" times over") || after.find(": ") != after.npos;
}

// "the same in all three": they were listed before. "two settings, one for babies": they follow.
bool is_of_list(const NumberPlace& place) {
  const auto& [sentence, number] = place;
  for (std::size_t at = number.word + 1; at < sentence.words().size(); ++at) {
    const auto next = sentence.next_of(at);
    if (sentence.words()[at].lower == "one" && (next == "for" || next == "in" || next == "with")) {
      return true;
    }
  }
  return place.before() == "all";
}

// "shows 14 licences but we only have 12 users".
bool is_compared(const NumberPlace& place) {
  const auto& words = place.sentence.words();
  const auto numbers =
      std::ranges::count_if(words, [](const auto& one) { return is_number(one.lower); });
  static constexpr std::array<std::string_view, 5> kComparing{"but", "only", "rounds", "instead",
                                                              "up"};
  return numbers > 1 &&
         std::ranges::any_of(kComparing, [&](auto one) { return place.sentence.has(one); });
}

// "voted 54 to 45": the second is the smaller one, or decides.
bool is_of_score(const NumberPlace& place) {
  return place.number.ends_range && has_any_of(place.sentence, audit_words("en", "of scores"));
}

// "between 8 and 12", which may be hours.
bool may_end_hours(const NumberPlace& place) {
  constexpr std::uint64_t kHours = 12;
  return place.number.ends_range && place.before() == "and" && place.number.value <= kHours;
}

constexpr std::array kNumberDoubts{may_end_hours,         is_of_score, is_day_of_month,
                                   is_fixed_by_neighbour, is_of_pair,  is_in_fixed_name,
                                   begins_ratio,          ends_ratio,  has_small_one_beside,
                                   is_explained,          is_of_list,  is_compared};

// Whether an amount has its unit as a symbol.
bool is_symbol(const AuditSentence& sentence, const NumberMention& amount) {
  const auto& symbol = amount.unit->symbol;
  const auto written = sentence.written(amount.unit_word);
  const auto digits = amount.unit_word == amount.word ? written.size() - symbol.size() : 0;
  return !symbol.empty() && written.size() >= symbol.size() && written.substr(digits) == symbol;
}

// "1 gram", not "1.5 gram", "1 kg" or "1 percent": another number needs the plural.
bool takes_singular(const AuditSentence& sentence, const NumberMention& amount) {
  const bool decimals =
      amount.end + 1 < sentence.words()[amount.word].end && sentence.text()[amount.end] == '.';
  return amount.unit != nullptr && amount.unit->singular != amount.unit->plural && !decimals &&
         !is_symbol(sentence, amount);
}

// "98% cotton 2% elastane".
bool is_whole_in_percent(const std::vector<NumberMention>& amounts) {
  std::uint64_t sum = 0;
  for (const auto& one : amounts) sum += one.percent ? one.value : 0;
  return sum == 100 && amounts.size() > 1;
}

// The last word of "clay pipe" after an article: a thing, an animal or food that is counted. 0:
// none is sure.
std::size_t head_of_object(const AuditSentence& sentence, std::size_t article,
                           const RuleSources& sources) {
  constexpr std::size_t kMost = 3;
  const auto& lexicon = *sources.lexicon;
  for (std::size_t at = article + 1; at <= article + kMost && at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (!sentence.is_joined(at - 1) || sentence.is_capital(at)) return 0;
    const auto next = sentence.next_of(at);
    const bool ends = next == "$" || is_audit_word("before nouns", next);
    if (!ends) {
      if (lexicon.has(word, WordKind::kNoun) || lexicon.has(word, WordKind::kAdjective)) continue;
      return 0;
    }
    const auto of = lexicon.category(word, WordKind::kNoun);
    const bool thing = of == Category::kNounArtifact || of == Category::kNounAnimal ||
                       of == Category::kNounFood || of == Category::kNounPlant;
    return thing && lexicon.base_of(word, WordKind::kNoun) == word ? at : 0;
  }
  return 0;
}

// Whether a verb before the article may have more than one object: "holds a", "holds up a".
bool takes_objects(const AuditSentence& sentence, std::size_t article, const RuleSources& sources) {
  std::size_t at = article;
  if (is_audit_word("particles", sentence.before(at))) --at;
  const auto verb = sentence.before(at);
  return verb != "^" && is_audit_word("verbs of objects", sources.forms->base_of(verb));
}

// The digits at the end of a code: "28" of "F28", "0025" of "0x80070025", "15" of "WELCOME15".
// Empty for another word, and for a common code.
std::string_view digits_of_code(std::string_view written) {
  const std::size_t last = written.find_last_not_of("0123456789");
  if (last == written.npos || written.size() - last < 3) return {};
  const auto head = written.substr(0, last + 1), digits = written.substr(last + 1);
  const bool letters = std::ranges::all_of(head, [](char c) { return c >= 'A' && c <= 'Z'; });
  return letters || written.starts_with("0x") ? digits : std::string_view();
}

}  // namespace

Outcome other_code(RuleTools&, const AuditSentence& sentence, std::uint64_t key) {
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    const std::string written(sentence.written(at));
    const auto digits = digits_of_code(written);
    if (digits.empty() || digits.size() > 9 ||
        is_audit_word("known codes", sentence.words()[at].lower))
      continue;
    const auto last = static_cast<std::size_t>(digits.back() - '0');
    std::string made = written;
    made.back() = static_cast<char>('0' + (last + 1 + key % 9) % 10);
    return {true, sentence.with_words(at, at, made), {}, written + " -> " + made};
  }
  return not_eligible("no code");
}

Outcome two_of(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& sources = tools.sources();
  if (sentence.has_negation() || has_any_of(sentence, audit_words("en", "against two"))) {
    return not_eligible("a word that goes with one alone");
  }
  for (std::size_t at = 1; at + 1 < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if ((word != "a" && word != "an") || !takes_objects(sentence, at, sources)) continue;
    const std::size_t head = head_of_object(sentence, at, sources);
    if (head == 0) continue;
    const auto plural = regular_plural(sentence.words()[head].lower);
    if (!plural || !sources.lexicon->has_form(*plural, WordKind::kNoun)) continue;
    const AuditSentence made(sentence.with_words(head, head, *plural));
    return {true, made.with_words(at, at, "two"), {}, word + " -> two"};
  }
  return not_eligible("no single object");
}

Outcome other_number(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key) {
  const auto counts = those_that(number_mentions(sentence, units), [&](const NumberMention& one) {
    return one.of == NumberUse::kCount && one.value > 1 &&
           std::ranges::none_of(kNumberDoubts, [&](auto* holds) { return holds({sentence, one}); });
  });
  if (counts.empty()) return not_eligible("no number");
  return with_value(sentence, counts[key % counts.size()], key >> 16);
}

Outcome other_amount(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key) {
  const auto amounts = those_that(number_mentions(sentence, units), [&](const NumberMention& one) {
    return one.of == NumberUse::kAmount && one.value > (takes_singular(sentence, one) ? 1U : 0U);
  });
  if (amounts.empty()) return not_eligible("no amount");
  if (is_whole_in_percent(amounts)) return refused("percentages whose sum is 100");
  const NumberMention& amount = amounts[key % amounts.size()];
  const bool has_other = amount.unit != nullptr && !amount.unit->other.empty() &&
                         amount.unit_word != amount.word &&
                         sentence.next_of(amount.unit_word) != "per" &&
                         sentence.written(amount.unit_word) == amount.unit->plural;
  if (has_other && (key >> 12) % 2 == 0) {
    return with_other_word(sentence, amount.unit_word, amount.unit->other);
  }
  return with_value(sentence, amount, key >> 16);
}

}  // namespace sonde
