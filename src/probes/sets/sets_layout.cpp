#include "probes/sets/sets_layout.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/names.h"
#include "probes/shared/records.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

enum SetsField : std::size_t {
  kPrev,
  kCurr,
  kNext,
  kS1,
  kS2,
  kKept,
  kOperator,
  kA,
  kB,
  kTarget,
  kComplex,
  kSplit
};

constexpr std::string_view kSplitMark = " <::::> ";

struct Sample {
  std::string_view label;
  std::uint32_t a, b, target;
};

using TextPair = std::array<std::uint32_t, 2>;

bool has_any(const Record& record, std::initializer_list<SetsField> numbers) {
  return std::ranges::any_of(numbers, [&](auto number) { return !is_blank(record, number); });
}

// The samples to make from the texts of an item.
struct SampleTexts {
  std::vector<std::string_view> names;
  std::vector<Sample> samples;
  std::vector<TextPair> apart;  // texts that are to be different letters
};

// Section 5 of the paper.
SampleTexts of_base_row() {
  return {{"prev", "curr", "next", "s1", "s2"},
          {{"overlap", 3, 4, 1},
           {"difference:s1-prev", 3, 0, 1},
           {"difference:s1-curr", 3, 1, 0},
           {"difference:s1-s2", 3, 4, 0},
           {"difference:s2-next", 4, 2, 1},
           {"difference:s2-curr", 4, 1, 2},
           {"difference:s2-s1", 4, 3, 2},
           {"union:prev+curr", 0, 1, 3},
           {"union:curr+next", 1, 2, 4}},
          {kNeighbours.begin(), kNeighbours.end()}};
}

SampleTexts of_split() {
  return {{"complex", "first half", "second half"},
          {{"difference:complex-first", 0, 1, 2},
           {"difference:complex-second", 0, 2, 1},
           {"union:first+second", 1, 2, 0}},
          {{0, 1}, {0, 2}, {1, 2}}};
}

SampleTexts of_operator(std::string_view op) {
  return {{"A", "B", "target"}, {{op, 0, 1, 2}}, {{0, 1}}};
}

// In lower case, without all that is neither letter nor digit.
std::string letters_of(const std::string& text) {
  const std::string lower = composed(lower_case(text));
  std::string letters;
  for (std::size_t at = 0; at < lower.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(lower, at);
    if (is_letter(c) || is_mark(c) || is_digit(c)) letters += lower.substr(begin, at - begin);
  }
  return letters;
}

class SampleMaker {
 public:
  SampleMaker(Record&& record, const std::vector<Field>& fields, SetsFilter filter)
      : record_(std::move(record)), fields_(fields), filter_(filter) {
    item_.id = record_.id;
    item_.labels = std::move(record_.labels);
  }

  Item make() && {
    if (is_base_row(record_)) {
      add_base_row();
    } else if (has_any(record_, {kOperator, kA, kB, kTarget})) {
      check_neighbours();
      add_operator();
    } else if (has_any(record_, {kComplex, kSplit})) {
      check_neighbours();
      add_split();
    } else {
      throw input_error("a row without sentences", place(),
                        "columns are prev, curr, next, s1, s2 and kept, or operator, A, B and "
                        "target, or complex and split");
    }
    return std::move(item_);
  }

 private:
  void check_neighbours() const {
    if (filter_ != SetsFilter::kEncoders) return;
    throw input_error("has no neighbours for the filter's encoders", place(),
                      "rows of prev, curr and next have them; use filter=kept or filter=none");
  }

  Place place(std::string column = {}) const {
    Place place = record_.place;
    place.column = std::move(column);
    place.item = record_.id;
    return place;
  }

  void add_text(std::string text, bool original) {
    item_.texts.push_back({std::move(text), Side::kFirst, original});
  }

  void add_field(SetsField number, bool original) {
    add_text(take_sentence(record_, fields_, number), original);
  }

  void add_base_row() {
    for (const auto number : {kPrev, kCurr, kNext}) add_field(number, true);
    for (const auto number : {kS1, kS2}) add_field(number, false);
    if (filter_ == SetsFilter::kKept && is_blank(record_, kKept)) {
      throw input_error("does not state whether its differences are kept", place("kept"),
                        "use yes or no in every row or in none, or use filter=minilm or "
                        "filter=none; see docs/reference/probes/sets.md");
    }
    add_samples(of_base_row());
  }

  void add_operator() {
    const std::string op = std::exchange(record_.values[kOperator], {});
    const std::vector<std::string> known(kSetOperators.begin(), kSetOperators.end());
    if (std::ranges::find(known, op) == known.end()) {
      throw input_error("unknown operator '" + op.substr(0, 40) + "'", place("operator"),
                        "there are overlap, difference and union");
    }
    add_field(kA, true);
    add_field(kB, true);
    add_field(kTarget, false);
    add_samples(of_operator(op));
    if (item_.rows.empty() && item_.left_out.empty()) item_.left_out = kNotKept;
  }

  void add_split() {
    add_field(kComplex, true);
    const std::string halves = take_sentence(record_, fields_, kSplit);
    const auto mark = halves.find(kSplitMark);
    if (mark == halves.npos || halves.find(kSplitMark, mark + 1) != halves.npos) {
      throw input_error("not two sentences with '<::::>' between them", place("split"),
                        "write FIRST <::::> SECOND");
    }
    for (auto& half : {halves.substr(0, mark), halves.substr(mark + kSplitMark.size())}) {
      record_.values[kSplit] = half;
      add_field(kSplit, false);
    }
    add_samples(of_split());
  }

  void add_samples(const SampleTexts& of) {
    if (is_left_out(of)) return;
    const bool differences = keeps_differences();
    for (const auto& sample : of.samples) {
      if (sample.label.starts_with("difference") && !differences) continue;
      item_.rows.push_back({std::string(sample.label), {sample.a, sample.b, sample.target}});
    }
  }

  bool is_left_out(const SampleTexts& of) {
    for (const auto& [a, b] : of.apart) {
      if (letters_of(item_.texts[a].text) == letters_of(item_.texts[b].text)) {
        leave_out(of, {a, b}, "are the same letters and digits");
      }
    }
    for (const auto& sample : of.samples) {
      for (const auto& pair : {TextPair{sample.a, sample.b}, TextPair{sample.target, sample.a},
                               TextPair{sample.target, sample.b}}) {
        if (item_.texts[pair[0]].text == item_.texts[pair[1]].text) {
          leave_out(of, pair, "are the same sentence");
        }
      }
    }
    return item_.at_fault;
  }

  // Only the first reason counts.
  void leave_out(const SampleTexts& of, const TextPair& pair, const std::string& why) {
    if (item_.at_fault) return;
    item_.at_fault = true;
    item_.left_out =
        std::string(of.names[pair[0]]) + " and " + std::string(of.names[pair[1]]) + " " + why;
  }

  bool keeps_differences() const {
    if (filter_ == SetsFilter::kEncoders || is_blank(record_, kKept)) return true;
    const std::string& kept = record_.values[kKept];
    if (kept == "true" || kept == "false") return filter_ == SetsFilter::kNone || kept == "true";
    if (kept != "yes" && kept != "no") {
      throw input_error("'" + kept.substr(0, 40) + "' is neither yes nor no", place("kept"),
                        "yes if the differences of the row are tested");
    }
    return filter_ == SetsFilter::kNone || kept == "yes";
  }

  Record record_;
  const std::vector<Field>& fields_;
  SetsFilter filter_;
  Item item_;
};

}  // namespace

std::optional<SampleLabel> parse_sample_label(std::string_view label) {
  const auto colon = label.find(':');
  const auto found = std::ranges::find(kSetOperators, label.substr(0, colon));
  if (found == kSetOperators.end()) return std::nullopt;
  const auto op = static_cast<SetOperator>(found - kSetOperators.begin());
  return SampleLabel{op, colon == label.npos ? std::string_view() : label.substr(colon + 1)};
}

bool is_base_row(const Record& record) { return has_any(record, {kPrev, kCurr, kNext, kS1, kS2}); }

bool says_kept(const Record& record) { return !is_blank(record, kKept); }

std::vector<Field> sets_fields() {
  std::vector<Field> fields;
  const auto add = [&](const char* together, std::initializer_list<const char*> names) {
    for (const char* name : names) fields.push_back({name, {}, false, false, together, "layout"});
  };
  add("base row", {"prev", "curr", "next", "s1", "s2"});
  add("", {"kept"});
  fields.back().one_of.clear();
  add("operator", {"operator", "A", "B", "target"});
  add("split", {"complex", "split"});
  return fields;
}

Item sets_item(Record&& record, const std::vector<Field>& fields, SetsFilter filter) {
  return SampleMaker(std::move(record), fields, filter).make();
}

}  // namespace sonde
