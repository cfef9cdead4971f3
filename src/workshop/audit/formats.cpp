// The same number, amount or date in another form.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "workshop/audit/amounts.h"

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
  // Another form beside a number in the first one would be odd.
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
    if (clock.half_day != 0) {
      const std::uint64_t hour = clock.value % 12 + (clock.half_day == 2 ? 12 : 0);
      const bool ends = text_[clock.clock_end - 1] == '.' && clock.clock_end == text_.size();
      replace(clock.begin, clock.clock_end,
              (hour < 10 ? "0" : "") + std::to_string(hour) + ":" + minutes + (ends ? "." : ""));
    } else if (clock.value > 12 && clock.value < 24) {
      replace(clock.begin, clock.clock_end,
              std::to_string(clock.value - 12) + (minutes == "00" ? "" : ":" + minutes) + " pm");
    }
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
      add_unit(amount, ends_amount);
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

  // "5 km" and "5 kilometres", "20 percent" and "20%", "two hours" and "2 hours".
  void add_unit(const NumberMention& amount, bool ends_amount) {
    const Unit& unit = *amount.unit;
    const auto& named = sentence_.words()[amount.unit_word];
    const bool apart = amount.unit_word != amount.word;
    if (unit.plural == "percent" && apart && !amount.spelled) {
      replace(amount.end, named.end, text_.substr(amount.end, named.begin - 1 - amount.end) + "%");
    } else if (apart && sentence_.written(amount.unit_word) == unit.symbol && ends_amount &&
               !lists(kDetermining, sentence_.before(amount.word)) && amount.value > 1) {
      replace(amount.begin, named.end, number_of(amount) + " " + unit.plural);
    } else if (apart && !unit.symbol.empty() &&
               sentence_.written(amount.unit_word) == unit.plural && !amount.spelled) {
      replace(named.begin, named.end, unit.symbol);
    } else if (!is_alone()) {
      return;
    } else if (apart && amount.spelled && amount.word > 0) {
      replace(amount.begin, amount.end, std::to_string(amount.value));
    } else if (apart && is_small(amount)) {
      replace(amount.begin, amount.end, std::string(word_of_number(unsigned(amount.value))));
    }
  }

  bool is_small(const NumberMention& mention) const {
    return mention.value >= 2 && mention.value <= 12 && !mention.spelled &&
           mention.end == sentence_.words()[mention.word].end;
  }

  void add_count(const NumberMention& count) {
    const std::string_view next = sentence_.next_of(count.word);
    const bool counts_things = next.size() > 3 && next.ends_with('s');
    const std::string_view before = sentence_.before(count.word);
    if (!counts_things || next == "thirds" || lists(kNumbered, before) || !is_alone()) return;
    if (count.spelled && count.word > 0) {
      replace(count.begin, count.end, std::to_string(count.value));
    } else if (is_small(count) && !is_after_name(count)) {
      replace(count.begin, count.end, std::string(word_of_number(unsigned(count.value))));
    } else if (count.value >= 1000 && !is_after_name(count)) {
      add_grouping(count);
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

  // Handles "March 3" and "3 March". A year may follow.
  void add_day_of_month() {
    const auto& words = sentence_.words();
    const auto is_day = [&](std::size_t at) {
      return at < words.size() && words[at].lower.size() <= 2 &&
             std::ranges::all_of(words[at].lower, is_ascii_digit);
    };
    for (std::size_t at = 0; at < words.size(); ++at) {
      if (!is_month(sentence_.written(at))) continue;
      const std::string month(sentence_.written(at));
      if (sentence_.is_joined(at) && is_day(at + 1)) {
        const bool year = at + 2 < words.size() && words[at + 2].lower.size() == 4 &&
                          is_number(words[at + 2].lower);
        const std::size_t end = year ? words[at + 2].begin : words[at + 1].end;
        return replace(words[at].begin, end, words[at + 1].lower + " " + month + (year ? " " : ""));
      }
      if (at > 0 && sentence_.is_joined(at - 1) && is_day(at - 1)) {
        const bool year = sentence_.is_joined(at) && is_number(words[at + 1].lower);
        return replace(words[at - 1].begin, words[at].end,
                       month + " " + words[at - 1].lower + (year ? "," : ""));
      }
    }
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
