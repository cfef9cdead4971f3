#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/audit/sentence.h"
#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// A unit of amounts: a row of data/language/en/units.tsv.
struct Unit {
  std::string symbol, singular, plural;  // the symbol may be empty
  std::string other;  // a plural that makes another amount of the same number (may be empty)
};
std::vector<Unit> listed_units();

enum class NumberUse { kCount, kAmount, kClock, kYear };

// A number of a sentence, and what it counts.
struct NumberMention {
  NumberUse of = NumberUse::kCount;
  std::size_t word = 0;            // in the sentence
  std::size_t begin = 0, end = 0;  // bytes of its whole part, with a separator of thousands
  std::uint64_t value = 0;
  bool spelled = false;         // "seven"
  bool ends_range = false;      // "3 to 5": the second
  bool rough = false;           // "about 5"
  std::string_view currency{};  // the sign before it
  bool percent = false;
  const Unit* unit = nullptr;
  std::size_t unit_word = 0;  // the word that names the unit (`word` itself for "30-day")
  int half_day = 0;           // for a clock: 1 am, 2 pm, 0 neither
  std::size_t clock_end = 0;  // bytes, after minutes and "pm"
  std::string minutes{};      // for a clock (may be empty)
};
std::vector<NumberMention> number_mentions(const AuditSentence& sentence,
                                           const std::vector<Unit>& units);

// Changes the meaning: another number, amount, unit, hour, year, month or day.
Outcome other_number(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key);
Outcome other_amount(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key);
Outcome other_date(const AuditSentence& sentence, const std::vector<Unit>& units,
                   std::uint64_t key);
// The same meaning: "7 pm" as "19:00", "two" as "2", "20%" as "20 percent".
Outcome other_format(const AuditSentence& sentence, const std::vector<Unit>& units,
                     std::uint64_t key);

// The sentence with another word in the place of one.
Outcome with_other_word(const AuditSentence& sentence, std::size_t word, const std::string& other);

// Whether a word is the name of a month, with its capital.
bool is_month(std::string_view written);

}  // namespace sonde
