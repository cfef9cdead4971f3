// The same number, amount or date in another form.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "workshop/audit/number_mentions.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 27> kNumbered{
    "page",  "room",    "step",  "level",  "chapter", "gate", "platform", "terminal", "line",
    "size",  "version", "type",  "number", "no",      "part", "tier",     "day",      "week",
    "phase", "grade",   "class", "track",  "route",   "bus",  "zone",     "exit",     "floor"};
constexpr std::array<std::string_view, 16> kAfterAmounts{"$",   "for", "per",  "to", "in",   "on",
                                                         "and", "or",  "with", "at", "from", "is",
                                                         "of",  "a",   "each", "by"};
constexpr std::array<std::string_view, 7> kDetermining{"a",     "an",   "the", "each",
                                                       "every", "this", "that"};

template <class List>
bool lists(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// A form that one rule gives a mention.
class FormatRules {
 public:
  FormatRules(const AuditSentence& sentence, const std::vector<Unit>& units)
      : sentence_(sentence), text_(sentence.text()) {
    const auto mentions = number_mentions(sentence, units);
    mentions_ =
        static_cast<std::size_t>(std::ranges::count_if(sentence.words(), [](const auto& word) {
          return is_number(word.lower) || word.lower == "one";
        }));
    for (const auto& mention : mentions) add(mention);
    add_day_of_month();
  }
  const std::vector<Outcome>& found() const { return found_; }

 private:
  // Another form next to a number in the first one would be odd.
  bool is_alone() const { return mentions_ == 1; }

  void add(const NumberMention& mention) {
    if (mention.of == NumberUse::kClock) return add_clock(mention);
    if (mention.of == NumberUse::kAmount) return add_amount(mention);
    if (mention.of == NumberUse::kCount) add_count(mention);
  }

  void replace(std::size_t begin, std::size_t end, const std::string& with) {
    const std::string old = text_.substr(begin, end - begin);
    found_.push_back({true, sentence_.replaced(begin, end, with), {}, old + " -> " + with});
  }

  void add_clock(const NumberMention& clock) {
    if (clock.ends_range || sentence_.before(clock.word) == "and") return;
    const std::string minutes = clock.minutes.empty() ? "00" : clock.minutes;
    if (clock.half_day != 0) return add_hour_of_day(clock, minutes);
    if (clock.value <= 12 || clock.value >= 24) return;
    replace(clock.begin, clock.clock_end,
            std::to_string(clock.value - 12) + (minutes == "00" ? "" : ":" + minutes) + " pm");
  }

  // "7 pm" as "19:00".
  void add_hour_of_day(const NumberMention& clock, const std::string& minutes) {
    const std::uint64_t hour = clock.value % 12 + (clock.half_day == 2 ? 12 : 0);
    const bool ends = text_[clock.clock_end - 1] == '.' && clock.clock_end == text_.size();
    replace(clock.begin, clock.clock_end,
            (hour < 10 ? "0" : "") + std::to_string(hour) + ":" + minutes + (ends ? "." : ""));
  }

  void add_amount(const NumberMention& amount) {
    const auto& token = sentence_.words()[amount.word];
    const std::string number = number_of(amount);
    const bool ends_amount = lists(kAfterAmounts, after(amount));
    if (amount.percent) {
      replace(amount.begin, token.end + 1, number + " percent");
    } else if (amount.currency == "$" && ends_amount && amount.value > 1) {
      replace(amount.begin - 1, token.end, number + " dollars");
    } else if (!amount.currency.empty() && ends_amount && amount.value > 1) {
      replace(amount.begin - amount.currency.size(), token.end,
              number + (amount.currency == "\u20ac" ? " euros" : " pounds"));
    } else if (amount.unit != nullptr) {
      add_unit(amount);
    }
  }

  // The number with its decimals.
  std::string number_of(const NumberMention& amount) const {
    return text_.substr(amount.begin, sentence_.words()[amount.word].end - amount.begin);
  }

  std::string_view after(const NumberMention& amount) const {
    const std::size_t last = std::max(amount.word, amount.unit_word);
    return sentence_.next_of(last);
  }

  // Forms of an amount with a unit: a row applies if its condition holds.
  struct UnitForm {
    bool (FormatRules::*fits)(const NumberMention& amount) const;
    void (FormatRules::*add)(const NumberMention& amount);
  };

  void add_unit(const NumberMention& amount) {
    static constexpr std::array kForms{
        UnitForm{&FormatRules::is_percent, &FormatRules::add_percent},
        UnitForm{&FormatRules::has_symbol, &FormatRules::add_name},
        UnitForm{&FormatRules::has_name, &FormatRules::add_symbol},
        UnitForm{&FormatRules::is_spelled_alone, &FormatRules::add_digits},
        UnitForm{&FormatRules::is_small_alone, &FormatRules::add_word}};
    if (amount.unit_word == amount.word) return;  // "30-day"
    for (const auto& [fits, add] : kForms) {
      if ((this->*fits)(amount)) return (this->*add)(amount);
    }
  }

  std::string_view unit_of(const NumberMention& amount) const {
    return sentence_.written(amount.unit_word);
  }

  bool is_percent(const NumberMention& amount) const {
    return amount.unit->plural == "percent" && !amount.spelled;
  }
  bool has_symbol(const NumberMention& amount) const {
    const std::size_t end = sentence_.words()[std::max(amount.word, amount.unit_word)].end;
    const bool of_rate = end < text_.size() && text_[end] == '/';  // "100 km/h"
    return unit_of(amount) == amount.unit->symbol && lists(kAfterAmounts, after(amount)) &&
           !of_rate && !lists(kDetermining, sentence_.before(amount.word)) && amount.value > 1;
  }
  bool has_name(const NumberMention& amount) const {
    return !amount.unit->symbol.empty() && unit_of(amount) == amount.unit->plural &&
           !amount.spelled;
  }
  bool is_spelled_alone(const NumberMention& amount) const {
    return is_alone() && amount.spelled && amount.word > 0;
  }
  // "2 cm" is not spelled out.
  bool is_small_alone(const NumberMention& amount) const {
    return is_alone() && is_small(amount) && unit_of(amount) != amount.unit->symbol;
  }

  // "20 percent" as "20%".
  void add_percent(const NumberMention& amount) {
    const auto& named = sentence_.words()[amount.unit_word];
    replace(amount.end, named.end, text_.substr(amount.end, named.begin - 1 - amount.end) + "%");
  }
  // "5 km" as "5 kilometres".
  void add_name(const NumberMention& amount) {
    replace(amount.begin, sentence_.words()[amount.unit_word].end,
            number_of(amount) + " " + amount.unit->plural);
  }
  void add_symbol(const NumberMention& amount) {
    const auto& named = sentence_.words()[amount.unit_word];
    replace(named.begin, named.end, amount.unit->symbol);
  }
  // "two hours" as "2 hours".
  void add_digits(const NumberMention& number) {
    replace(number.begin, number.end, std::to_string(number.value));
  }
  void add_word(const NumberMention& number) {
    replace(number.begin, number.end, word_of_number(unsigned(number.value)));
  }

  bool is_small(const NumberMention& mention) const {
    return mention.value >= 2 && mention.value <= 12 && !mention.spelled &&
           mention.end == sentence_.words()[mention.word].end;
  }

  // "three cups", but not "room 3 faces" or "3 and 4 cups".
  bool counts_things(const NumberMention& count) const {
    const std::string_view next = sentence_.next_of(count.word);
    return next.size() > 3 && next.ends_with('s') && next != "thirds" && is_alone() &&
           !lists(kNumbered, sentence_.before(count.word));
  }

  void add_count(const NumberMention& count) {
    if (!counts_things(count)) return;
    if (count.spelled) {
      if (count.word > 0) add_digits(count);
    } else if (!is_after_name(count)) {
      if (is_small(count)) add_word(count);
      if (count.value >= 1000) add_grouping(count);
    }
  }

  // "Windows 7", "Article 5": a name has a number as a part.
  bool is_after_name(const NumberMention& count) const {
    return count.word > 1 && sentence_.is_joined(count.word - 1) &&
           sentence_.is_capital(count.word - 1);
  }

  // The other way round, the number may be a code.
  void add_grouping(const NumberMention& count) {
    std::string number = text_.substr(count.begin, count.end - count.begin);
    if (std::erase(number, ',') > 0) replace(count.begin, count.end, number);
  }

  bool is_day(std::size_t at) const {
    const auto& words = sentence_.words();
    return at < words.size() && words[at].lower.size() <= 2 &&
           std::ranges::all_of(words[at].lower, is_ascii_digit);
  }

  bool is_year(std::size_t at) const {
    const auto& words = sentence_.words();
    return at < words.size() && words[at].lower.size() == 4 && is_number(words[at].lower);
  }

  // Handles "March 3" and "3 March". A year may follow.
  void add_day_of_month() {
    for (std::size_t at = 0; at < sentence_.words().size(); ++at) {
      if (!is_month(sentence_.written(at))) continue;
      if (sentence_.is_joined(at) && is_day(at + 1)) return add_day_first(at);
      const bool day = at > 0 && sentence_.is_joined(at - 1) && is_day(at - 1);
      if (day && !ends_range(at - 1)) return add_month_first(at);
    }
  }

  // "between 3 and 9 July".
  bool ends_range(std::size_t day) const {
    const auto before = sentence_.before(day);
    return before == "and" || before == "or" || before == "to";
  }

  void add_day_first(std::size_t month) {
    const auto& words = sentence_.words();
    const bool year = is_year(month + 2);
    const std::size_t end = year ? words[month + 2].begin : words[month + 1].end;
    replace(
        words[month].begin, end,
        words[month + 1].lower + " " + std::string(sentence_.written(month)) + (year ? " " : ""));
  }

  void add_month_first(std::size_t month) {
    const auto& words = sentence_.words();
    const bool year = sentence_.is_joined(month) && is_number(words[month + 1].lower);
    replace(
        words[month - 1].begin, words[month].end,
        std::string(sentence_.written(month)) + " " + words[month - 1].lower + (year ? "," : ""));
  }

  const AuditSentence& sentence_;
  const std::string& text_;
  std::size_t mentions_ = 0;  // numbers of the sentence
  std::vector<Outcome> found_;
};

}  // namespace

Outcome other_format(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key) {
  const FormatRules rules(sentence, units);
  if (rules.found().empty()) return not_eligible("no number, amount or date in another form");
  return rules.found()[key % rules.found().size()];
}

}  // namespace sonde
