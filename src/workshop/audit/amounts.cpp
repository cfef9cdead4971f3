#include "workshop/audit/amounts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sonde {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                    "Friday", "Saturday", "Sunday"};

std::string in_form(const NumberMention& mention, const AuditSentence& sentence,
                    std::uint64_t value) {
  if (mention.spelled && value <= 12) return std::string(word_of_number(unsigned(value)));
  const bool grouped =
      sentence.text().substr(mention.begin, mention.end - mention.begin).find(',') !=
      std::string::npos;
  return grouped ? with_commas(std::to_string(value)) : std::to_string(value);
}

std::uint64_t step_of(std::uint64_t value) {
  std::uint64_t step = 1;
  for (const std::uint64_t round : {5U, 10U, 100U, 1000U}) {
    if (value % round == 0 && value > round) step = round;
  }
  return step;
}

// The largest number that may stand in its place.
std::uint64_t most_of(const NumberMention& mention) {
  const bool percent =
      mention.percent || (mention.unit != nullptr && mention.unit->singular == "percent");
  if (mention.spelled) return 12;
  if (percent && mention.value <= 100) return 99;
  return mention.value > 12 ? 2 * mention.value : 12;
}

// Another value, as round, and never 0 or 1.
std::uint64_t other_value(const NumberMention& mention, std::uint64_t key) {
  const std::uint64_t value = mention.value;
  const std::uint64_t step = step_of(value);
  const std::uint64_t wide = step * (2 + key % 3);
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

std::vector<NumberMention> those_of(std::vector<NumberMention> mentions, NumberUse use) {
  return those_that(std::move(mentions), [&](const NumberMention& one) { return one.of == use; });
}

Outcome with_word(const AuditSentence& sentence, std::size_t word, const std::string& other) {
  return {true,
          sentence.with_words(word, word, other),
          {},
          std::string(sentence.written(word)) + " -> " + other};
}

// A word of a list that the sentence has with its capital, the last of several.
template <class List>
std::size_t last_named(const AuditSentence& sentence, const List& names) {
  for (std::size_t word = sentence.words().size(); word-- > 0;) {
    if (std::ranges::find(names, sentence.written(word)) != names.end()) return word;
  }
  return sentence.words().size();
}

template <class List>
std::string_view other_name_of(const List& names, const AuditSentence& sentence,
                               std::uint64_t key) {
  for (std::size_t turn = 0; turn < names.size(); ++turn) {
    const std::string_view name = names[(key + turn) % names.size()];
    const bool is_there = std::ranges::any_of(sentence.words(), [&](const auto& word) {
      return sentence.text().substr(word.begin, word.end - word.begin) == name;
    });
    if (!is_there) return name;
  }
  return {};
}

// "Black Friday" and "May I" are not dates.
bool is_date_word(const AuditSentence& sentence, std::size_t word) {
  static constexpr std::array<std::string_view, 8> kHolidays{"black", "good",   "cyber",  "palm",
                                                             "ash",   "easter", "bloody", "holy"};
  if (std::ranges::find(kHolidays, sentence.before(word)) != kHolidays.end()) return false;
  const std::string_view name = sentence.written(word);
  const bool has_sense = name == "May" || name == "March" || name == "August";
  return !has_sense || (word > 0 && sentence.before(word) != "^") ||
         is_number(sentence.next_of(word));
}

template <class List>
void add_named(std::vector<Outcome>& found, const AuditSentence& sentence, const List& names,
               std::uint64_t key) {
  const std::size_t word = last_named(sentence, names);
  if (word == sentence.words().size() || !is_date_word(sentence, word)) return;
  const std::string other(other_name_of(names, sentence, key));
  if (!other.empty()) found.push_back(with_word(sentence, word, other));
}

// Months as long as the longest, so that every day has one.
constexpr std::array<std::string_view, 7> kLongMonths{"January", "March",   "May",     "July",
                                                      "August",  "October", "December"};

void add_month(std::vector<Outcome>& found, const AuditSentence& sentence, std::uint64_t key) {
  const std::size_t word = last_named(sentence, kMonths);
  if (word == sentence.words().size() || !is_date_word(sentence, word)) return;
  const std::string other(other_name_of(kLongMonths, sentence, key));
  found.push_back(with_word(sentence, word, other));
}

std::uint64_t other_hour(const NumberMention& clock, std::uint64_t key) {
  const std::uint64_t later = 2 + key % 3;
  const bool of_day = clock.half_day == 0 && (clock.value > 12 || clock.value == 0);
  return of_day ? (clock.value + later) % 24 : (clock.value + later - 1) % 12 + 1;
}

void add_clock(std::vector<Outcome>& found, const AuditSentence& sentence,
               const std::vector<NumberMention>& mentions, std::uint64_t key) {
  const auto clocks = those_of(mentions, NumberUse::kClock);
  if (clocks.empty()) return;
  const NumberMention& clock = clocks.back();
  std::string hour = std::to_string(other_hour(clock, key));
  if (sentence.text()[clock.begin] == '0' && hour.size() == 1) hour.insert(0, "0");
  const std::string old = sentence.text().substr(clock.begin, clock.end - clock.begin);
  found.push_back({true,
                   sentence.replaced(clock.begin, clock.end, hour),
                   {},
                   old + " -> " + hour + " o'clock"});
}

void add_year(std::vector<Outcome>& found, const AuditSentence& sentence,
              const std::vector<NumberMention>& mentions, std::uint64_t key) {
  const auto years = those_of(mentions, NumberUse::kYear);
  if (years.empty()) return;
  const NumberMention& year = years.back();
  const std::uint64_t change = 2 + key % 5;
  const std::string other =
      std::to_string(years.size() > 1 ? year.value + change : year.value - change);
  found.push_back({true,
                   sentence.replaced(year.begin, year.end, other),
                   {},
                   std::to_string(year.value) + " -> " + other});
}

}  // namespace

std::string with_commas(std::string digits) {
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

bool is_month(std::string_view written) {
  return std::ranges::find(kMonths, written) != kMonths.end();
}

namespace {

// "two thirds", "which of these two is better": the number cannot be another one.
bool is_bound(const AuditSentence& sentence, std::size_t word) {
  static constexpr std::array<std::string_view, 8> kAfter{"thirds", "quarters", "fifths", "halves",
                                                          "tenths", "o'clock",  "past",   "#"};
  static constexpr std::array<std::string_view, 8> kOfTwo{"better",  "both",   "either", "neither",
                                                          "between", "larger", "other",  "compare"};
  const bool two = sentence.words()[word].lower == "two" || sentence.words()[word].lower == "2";
  const auto after = sentence.next_of(word);
  return std::ranges::find(kAfter, after) != kAfter.end() || sentence.before(word) == "size" ||
         (two && std::ranges::any_of(kOfTwo, [&](auto one) { return sentence.has(one); }));
}

// "9 out of 10", "49 of 50": either number bounds the other.
bool is_of_ratio(const AuditSentence& sentence, std::size_t word) {
  const bool of = sentence.next_of(word) == "of" && word + 2 < sentence.words().size() &&
                  is_number(sentence.words()[word + 2].lower);
  if (of || is_bound(sentence, word)) return true;
  const bool first = sentence.next_of(word) == "out";
  return first || (word > 1 && sentence.before(word) == "of" && sentence.before(word - 1) == "out");
}

}  // namespace

Outcome other_number(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key) {
  const auto counts = those_that(number_mentions(sentence, units), [&](const NumberMention& one) {
    const bool of_month =
        (one.word > 0 && is_month(sentence.written(one.word - 1))) ||
        (one.word + 1 < sentence.words().size() && is_month(sentence.written(one.word + 1)));
    return one.of == NumberUse::kCount && one.value > 1 && !of_month &&
           !is_of_ratio(sentence, one.word);
  });
  if (counts.empty()) return not_eligible("no number");
  return with_value(sentence, counts[key % counts.size()], key >> 16);
}

Outcome other_amount(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key) {
  const auto amounts = those_that(number_mentions(sentence, units), [](const NumberMention& one) {
    return one.of == NumberUse::kAmount && one.value > 1;
  });
  if (amounts.empty()) return not_eligible("no amount");
  const NumberMention& amount = amounts[key % amounts.size()];
  const bool has_other = amount.unit != nullptr && !amount.unit->other.empty() &&
                         amount.unit_word != amount.word &&
                         sentence.next_of(amount.unit_word) != "per" &&
                         sentence.written(amount.unit_word) == amount.unit->plural;
  if (has_other && (key >> 12) % 2 == 0) {
    return with_word(sentence, amount.unit_word, amount.unit->other);
  }
  return with_value(sentence, amount, key >> 16);
}

Outcome other_date(const AuditSentence& sentence, const std::vector<Unit>& units,
                   std::uint64_t key) {
  std::vector<Outcome> found;
  add_named(found, sentence, kWeekdays, key >> 4);
  add_month(found, sentence, key >> 8);
  const auto mentions = number_mentions(sentence, units);
  add_clock(found, sentence, mentions, key >> 12);
  add_year(found, sentence, mentions, key >> 16);
  if (found.empty()) return not_eligible("no date or time");
  return found[key % found.size()];
}

}  // namespace sonde
