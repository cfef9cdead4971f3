// The rule `date`: another weekday, month, year or hour in its place.
#include <algorithm>
#include <array>
#include <utility>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/number_mentions.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
// A day of work stays one, so that an office or a market is open.
constexpr std::array<std::string_view, 5> kWorkdays{"Monday", "Tuesday", "Wednesday", "Thursday",
                                                    "Friday"};
constexpr std::array<std::string_view, 2> kWeekend{"Saturday", "Sunday"};

std::vector<NumberMention> those_of(std::vector<NumberMention> mentions, NumberUse use) {
  std::erase_if(mentions, [&](const NumberMention& one) { return one.of != use; });
  return mentions;
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
  const auto is_same = [&](const auto& one) { return one.lower == sentence.words()[word].lower; };
  if (std::ranges::count_if(sentence.words(), is_same) > 1) return;  // "by Friday. Which Friday"
  const std::string other(other_name_of(names, sentence, key));
  if (!other.empty()) found.push_back(with_other_word(sentence, word, other));
}

// A month near it, of the same season, and as long as the longest, so that every day has one.
constexpr std::array<std::string_view, 12> kNearMonths{
    "March",  "March",   "May",     "May",      "July",     "July",
    "August", "October", "October", "December", "December", "October"};

bool has_two_months(const AuditSentence& sentence) {
  std::size_t count = 0;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    if (is_month(sentence.written(word))) ++count;
  }
  return count > 1;
}

void add_month(std::vector<Outcome>& found, const AuditSentence& sentence) {
  const std::size_t word = last_named(sentence, kMonths);
  if (word == sentence.words().size() || !is_date_word(sentence, word)) return;
  if (sentence.before(word) == "of") return;  // "the Fourth of July"
  if (has_two_months(sentence)) return;       // "from May to October"
  const auto month = std::ranges::find(kMonths, sentence.written(word)) - kMonths.begin();
  const std::string other(kNearMonths.at(static_cast<std::size_t>(month)));
  found.push_back(with_other_word(sentence, word, other));
}

std::uint64_t other_hour(const NumberMention& clock, std::uint64_t key) {
  const std::uint64_t later = 2 + key % 3;
  const bool of_day = clock.half_day == 0 && (clock.value > 12 || clock.value == 0);
  if (of_day) return (clock.value + later) % 24;
  const std::uint64_t hour = (clock.value + later - 1) % 12 + 1;
  return hour == 12 ? (clock.value == 11 ? 10 : 11) : hour;  // "12 p.m." is not clear
}

void add_clock(std::vector<Outcome>& found, const AuditSentence& sentence,
               const std::vector<NumberMention>& mentions, std::uint64_t key) {
  const auto clocks = those_of(mentions, NumberUse::kClock);
  if (clocks.empty() || has_any_of(sentence, audit_words("en", "times of night"))) return;
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
  const auto before = sentence.before(year.word);
  if (before == "circa" || before == "around" || before == "about" || before == "c") return;
  const bool ahead =
      before == "until" || before == "by" || before == "through" || before == "least";
  const bool later = ahead || years.size() > 1;
  const std::string other = std::to_string(later ? year.value + change : year.value - change);
  found.push_back({true,
                   sentence.replaced(year.begin, year.end, other),
                   {},
                   std::to_string(year.value) + " -> " + other});
}

}  // namespace

Outcome with_other_word(const AuditSentence& sentence, std::size_t word, const std::string& other) {
  return {true,
          sentence.with_words(word, word, other),
          {},
          std::string(sentence.written(word)) + " -> " + other};
}

bool is_month(std::string_view written) {
  return std::ranges::find(kMonths, written) != kMonths.end();
}

Outcome other_date(const AuditSentence& sentence, const std::vector<Unit>& units,
                   std::uint64_t key) {
  std::vector<Outcome> found;
  add_named(found, sentence, kWorkdays, key >> 4);
  add_named(found, sentence, kWeekend, key >> 4);
  add_month(found, sentence);
  const auto mentions = number_mentions(sentence, units);
  add_clock(found, sentence, mentions, key >> 12);
  add_year(found, sentence, mentions, key >> 16);
  if (found.empty()) return not_eligible("no date or time");
  return found[key % found.size()];
}

}  // namespace sonde
