#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "formats/lexicons/word_lists.h"
#include "text/unicode.h"
#include "workshop/audit/audit_words.h"
#include "workshop/audit/number_mentions.h"

namespace sonde {
namespace {

// The whole part of a token that begins with digits: its bytes and value. "1,200" is one.
struct WholePart {
  std::size_t size = 0;
  std::uint64_t value = 0;
};

std::optional<WholePart> whole_part(std::string_view token) {
  WholePart part;
  while (part.size < token.size()) {
    const std::string_view rest = token.substr(part.size);
    const bool group = rest.size() > 3 && rest[0] == ',' && part.size > 0 &&
                       std::all_of(rest.begin() + 1, rest.begin() + 4, is_ascii_digit);
    if (group) {
      ++part.size;
      continue;
    }
    if (!is_ascii_digit(rest[0])) break;
    if (part.size > 11) return std::nullopt;
    part.value = part.value * 10 + static_cast<std::uint64_t>(rest[0] - '0');
    ++part.size;
  }
  if (part.size == 0) return std::nullopt;
  return part;
}

const Unit* unit_named(std::string_view written, const std::vector<Unit>& units) {
  const std::string lower = lower_case(written);
  const auto found = std::ranges::find_if(units, [&](const Unit& unit) {
    return (!unit.symbol.empty() && unit.symbol == written) || unit.singular == lower ||
           unit.plural == lower;
  });
  return found == units.end() ? nullptr : &*found;
}

// "am", "pm", "a.m." or "p.m." at a place of a text, perhaps after a space: 1 or 2 and its end.
std::pair<int, std::size_t> half_day_at(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == ' ') ++at;
  const std::string rest = lower_case(text.substr(at, 4));
  for (const auto& [mark, which] :
       {std::pair<std::string_view, int>{"a.m.", 1}, {"p.m.", 2}, {"am", 1}, {"pm", 2}}) {
    if (!rest.starts_with(mark)) continue;
    const std::size_t end = at + mark.size();
    const bool cut = mark.size() == 2 && end < text.size() && text[end] >= 'a' && text[end] <= 'z';
    if (!cut) return {which, end};
  }
  return {0, 0};
}

// Finds out what one number of a sentence counts.
class NumberReader {
 public:
  NumberReader(const AuditSentence& sentence, const std::vector<Unit>& units, std::size_t word)
      : sentence_(sentence), units_(units), text_(sentence.text()), word_(word) {}

  std::optional<NumberMention> read() {
    const auto& word = sentence_.words()[word_];
    found_.word = word_;
    found_.begin = word.begin;
    if (const unsigned spelled = number_word(word.lower); spelled > 0) {
      found_.value = spelled;
      found_.spelled = true;
      found_.end = word.end;
      return read_spelled();
    }
    if (const auto hyphen = word.lower.find('-'); hyphen != word.lower.npos) {
      const unsigned value = number_word(std::string_view(word.lower).substr(0, hyphen));
      if (value > 0) return read_spelled_part(value, hyphen);
    }
    const auto part = whole_part(sentence_.written(word_));
    if (!part) return std::nullopt;
    found_.value = part->value;
    found_.end = word.begin + part->size;
    return read_digits();
  }

 private:
  char char_before() const { return found_.begin == 0 ? ' ' : text_[found_.begin - 1]; }
  char char_at(std::size_t at) const { return at < text_.size() ? text_[at] : ' '; }

  std::optional<NumberMention> read_spelled() {
    const auto before = sentence_.before(word_), next = sentence_.next_of(word_);
    const bool beside = number_word(before) > 0 || number_word(next) > 0;  // "six thirty"
    if (beside || is_in_choice()) return std::nullopt;
    const bool idiom = before == "in" && next == "$";
    if (idiom) return std::nullopt;
    find_unit_word();
    return found_;
  }

  // The part after the hyphen of "twelve-year-old", "2-pack", but not of "two-factor".
  static bool is_counted(std::string_view rest) {
    static constexpr std::array<std::string_view, 67> kCounted{
        "year",    "day",       "week",       "month",      "hour",   "minute", "night",
        "bedroom", "story",     "storey",     "page",       "mile",   "course", "inch",
        "foot",    "pound",     "person",     "seat",       "piece",  "lane",   "point",
        "part",    "room",      "game",       "pack",       "seater", "speed",  "door",
        "tier",    "drawer",    "shelf",      "burner",     "pocket", "blade",  "slice",
        "metre",   "meter",     "centimetre", "centimeter", "litre",  "liter",  "gallon",
        "ounce",   "kilometre", "kilometer",  "ply",        "star",   "key",    "port",
        "panel",   "cup",       "ring",       "sided",      "string", "stop",   "section",
        "season",  "position",  "hook",       "bottle",     "sheet",  "lap",    "stage",
        "digit",   "berth",     "member",     "compartment"};
    return std::ranges::find(kCounted, rest.substr(0, rest.find('-'))) != kCounted.end();
  }

  std::optional<NumberMention> read_spelled_part(unsigned value, std::size_t hyphen) {
    const auto& word = sentence_.words()[word_];
    if (!is_counted(std::string_view(word.lower).substr(hyphen + 1))) return std::nullopt;
    found_.value = value;
    found_.spelled = true;
    found_.end = word.begin + hyphen;
    return found_;
  }

  std::optional<NumberMention> read_digits() {
    if (find_clock()) return found_;
    if (is_part_of_code()) return std::nullopt;
    found_.ends_range = follows_dash();
    const std::size_t token_end = sentence_.words()[word_].end;
    const std::size_t end = end_of_decimals(token_end);  // decimals stay as they are
    if (end < token_end) return read_glued(text_.substr(end, token_end - end));
    if (is_in_choice()) return std::nullopt;
    find_currency();
    found_.percent = char_at(token_end) == '%';
    if (found_.percent || !found_.currency.empty()) {
      found_.of = NumberUse::kAmount;
      return found_;
    }
    find_unit_word();
    if (found_.of == NumberUse::kCount && is_like_year()) found_.of = NumberUse::kYear;
    return found_;
  }

  std::size_t end_of_decimals(std::size_t token_end) const {
    std::size_t end = found_.end;
    if (char_at(end) != '.' || end >= token_end) return end;
    for (++end; end < token_end && is_ascii_digit(text_[end]);) ++end;
    return end;
  }

  // "27\u201332": the second of a range.
  bool follows_dash() const {
    const std::string_view dash = "\u2013";
    const auto before = std::string_view(text_).substr(0, found_.begin);
    return before.size() > dash.size() && before.ends_with(dash) &&
           is_ascii_digit(before[before.size() - dash.size() - 1]);
  }

  bool is_like_year() const {
    return found_.value >= 1900 && found_.value < 2100 && found_.end - found_.begin == 4;
  }

  // Reads "16GB", "30-day". Other letters make a code or "3rd".
  std::optional<NumberMention> read_glued(std::string_view rest) {
    const bool hyphen = rest.starts_with('-');
    if (hyphen) rest.remove_prefix(1);
    found_.ends_range =  // "13- to 14-inch"
        word_ > 1 && sentence_.before(word_) == "to" && is_digits_at(word_ - 2);
    if (hyphen && is_counted(lower_case(rest)) && unit_named(rest, units_) == nullptr) {
      return found_;
    }
    found_.unit = unit_named(rest, units_);
    if (found_.unit == nullptr) return std::nullopt;
    found_.of = NumberUse::kAmount;
    found_.unit_word = word_;
    return found_;
  }

  void find_unit_word() {
    if (!sentence_.is_joined(word_) || word_ + 1 >= sentence_.words().size()) return;
    const std::string_view next = sentence_.written(word_ + 1);
    const std::string lower = lower_case(next);
    const bool magnitude = lower == "million" || lower == "billion" || lower == "thousand";
    found_.unit = magnitude ? nullptr : unit_named(next, units_);
    if (found_.unit == nullptr && !magnitude) return;
    found_.of = NumberUse::kAmount;
    found_.unit_word = word_ + 1;
  }

  void find_currency() {
    for (const std::string_view sign : {"$", "\u20ac", "\u00a3"}) {
      if (std::string_view(text_).substr(0, found_.begin).ends_with(sign)) found_.currency = sign;
    }
  }

  // ":30" and no third part.
  bool has_minutes_at(std::size_t at) const {
    return char_at(at) == ':' && is_ascii_digit(char_at(at + 1)) &&
           is_ascii_digit(char_at(at + 2)) && !is_ascii_digit(char_at(at + 3)) &&
           char_at(at + 3) != ':';
  }

  bool may_be_hour() const {
    return char_before() != ':' && found_.end - found_.begin <= 2 && found_.value <= 24;
  }

  // "7:30", "7 pm", "19:00 h".
  bool find_clock() {
    std::size_t end = found_.end;
    const auto next = sentence_.next_of(word_);
    if (!may_be_hour() || next == "scale" || next == "ratio") return false;
    if (has_minutes_at(end)) {
      found_.minutes = text_.substr(end + 1, 2);
      end += 3;
    }
    const auto [half, half_end] = half_day_at(text_, end);
    if (half == 0 && found_.minutes.empty()) return false;
    if (half != 0 && (found_.value == 0 || found_.value > 12)) return false;
    found_.of = NumberUse::kClock;
    found_.half_day = half;
    found_.clock_end = half == 0 ? end : half_end;
    return true;
  }

  bool is_digits_at(std::size_t at) const {
    return at < sentence_.words().size() && is_ascii_digit(sentence_.words()[at].lower.front());
  }

  // Part of a telephone number, version, date like 3/4, or minutes.
  bool is_part_of_code() const {
    const char before = char_before(), after = char_at(sentence_.words()[word_].end);
    const bool below_zero = before == '-' && found_.begin > 1 && text_[found_.begin - 2] == ' ';
    if (!below_zero && std::string_view("/-+#:.").find(before) != std::string_view::npos) {
      return true;
    }
    if (std::string_view("/+-:").find(after) != std::string_view::npos) return true;
    const std::size_t end = sentence_.words()[word_].end;
    const std::string_view rest = std::string_view(text_).substr(end), dash = "\u2013";
    if (rest.starts_with(dash)) return true;  // the first of a range
    const bool emergency = found_.value == 999 || found_.value == 911 || found_.value == 112;
    if (emergency && found_.end == end) return true;  // to be called
    const bool follows = word_ > 0 && sentence_.is_joined(word_ - 1) && is_digits_at(word_ - 1);
    return follows || (sentence_.is_joined(word_) && is_digits_at(word_ + 1));
  }

  // "3 to 5", "one or two": the first of both, or any if the other is unknown.
  bool is_in_choice() {
    const auto joins = [](std::string_view word) {
      return word == "to" || word == "or" || word == "and";
    };
    const auto number_at = [&](std::size_t at) {
      if (at >= sentence_.words().size()) return false;
      const std::string& word = sentence_.words()[at].lower;
      const bool version = found_.spelled && word.find('.') != word.npos;  // "5.3 and two"
      return !version && (is_number(word) || word == "one");
    };
    if (joins(sentence_.next_of(word_)) && number_at(word_ + 2)) return true;
    const std::string_view before = sentence_.before(word_);
    if (!joins(before) || word_ < 2 || !number_at(word_ - 2)) return false;
    const bool between = before == "and" && sentence_.before(word_ - 2) == "between";
    found_.ends_range = before == "to" || (between && !is_like_year());
    return !found_.ends_range;
  }

  const AuditSentence& sentence_;
  const std::vector<Unit>& units_;
  const std::string& text_;
  std::size_t word_;
  NumberMention found_;
};

}  // namespace

std::vector<Unit> listed_units() {
  std::vector<Unit> units;
  for (const auto& row : language_table("en", "units", {"symbol", "singular", "plural", "other"})) {
    units.push_back(
        {std::string(row[0]), std::string(row[1]), std::string(row[2]), std::string(row[3])});
  }
  return units;
}

std::vector<NumberMention> number_mentions(const AuditSentence& sentence,
                                           const std::vector<Unit>& units) {
  std::vector<NumberMention> mentions;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    if (auto found = NumberReader(sentence, units, word).read()) {
      found->rough = is_audit_word("roughly", sentence.before(word));
      mentions.push_back(std::move(*found));
    }
  }
  return mentions;
}

}  // namespace sonde
