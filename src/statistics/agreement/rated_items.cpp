#include "statistics/agreement/rated_items.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/parse.h"
#include "data/number_fields.h"
#include "sonde/error.h"
#include "statistics/agreement/item_choice.h"
#include "statistics/agreement/rating_table.h"

namespace sonde {
namespace {

// Numbers names in order of appearance.
class Names {
 public:
  std::uint32_t number(const std::string& name) {
    const auto [at, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }
  const std::uint32_t* find(const std::string& name) const {
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? nullptr : &at->second;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

std::optional<double> finite_number(std::string_view text) {
  const auto number = parse_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

class RatingsReader {
 public:
  explicit RatingsReader(const RatingsSource& source)
      : source_(source),
        table_(source.file, RatingTableKind::kRatings, own_group(source), source.raters),
        drop_(source.drop) {
    check_scale();
  }

  RatedItems read() {
    while (table_.next()) take();
    drop_.check_used();
    if (rated_.ratings.empty()) {
      throw input_error("there is no rating", {source_.file.string()},
                        "each line is a rating of an item by an annotator");
    }
    finish_groups();
    rated_.file = source_.file.string();
    rated_.items = items_.all();
    rated_.annotators = annotators_.all();
    return std::move(rated_);
  }

 private:
  static std::string own_group(const RatingsSource& source) {
    return source.groups.empty() ? source.group : std::string();
  }

  void check_scale() const {
    if (!(source_.low < source_.high)) {
      throw usage_error("the low end of the scale is not below its high end", "for instance 1:7");
    }
    const bool wanted = source_.groups.empty() && !source_.group.empty();
    if (!wanted || table_.has(kRatedGroup)) return;
    throw usage_error("the file has no column '" + source_.group + "'",
                      "--group names a column of it, or of the file of --groups");
  }

  void take() {
    const std::string& item = id(kRatedItem);
    if (drop_.names(item)) return ++rated_.dropped, void();
    const std::string& rating = table_.value(kRatingValue);
    if (is_missing(rating)) return ++rated_.missing, void();
    const RatingEntry entry{items_.number(item), annotators_.number(id(kAnnotator)), number()};
    check_first(entry);
    rated_.ratings.push_back(entry);
    if (source_.groups.empty() && table_.has(kRatedGroup)) set_group(entry.item, table_);
  }

  const std::string& id(RatingField field) const {
    const std::string& value = table_.value(field);
    if (value.empty()) throw input_error("an empty field", table_.place(field), "fill it in");
    return value;
  }

  // The rating as a number, which numbers a word.
  double number() {
    const std::string text = table_.value(kRatingValue);
    const auto number = finite_number(with_decimal_point(text, table_.has_decimal_comma()));
    if (rated_.ratings.empty()) rated_.nominal = source_.words && !number;
    if (rated_.nominal && !number && std::isinf(source_.low)) return words_.number(text);
    if (!number || rated_.nominal) {
      throw input_error("the rating '" + text.substr(0, 40) + "' is " +
                            (number ? "a number, those before are words" : "not a number"),
                        table_.place(kRatingValue),
                        "write numbers, or words alone; nan if there is none");
    }
    check_on_scale(*number);
    return *number;
  }

  void check_on_scale(double number) const {
    if (number >= source_.low && number <= source_.high) return;
    throw input_error(
        "the rating " + table_.value(kRatingValue).substr(0, 40) + " is off the scale",
        table_.place(kRatingValue), "correct it, or the scale");
  }

  void check_first(const RatingEntry& entry) {
    const auto key = (std::uint64_t{entry.item} << 32) | entry.annotator;
    const auto [at, is_new] = lines_.emplace(key, table_.place(kRatedItem).line);
    if (is_new) return;
    throw input_error("the annotator '" + table_.value(kAnnotator) + "' rated this item at line " +
                          std::to_string(at->second) + " already",
                      table_.place(kRatingValue), "remove one of the two");
  }

  void set_group(std::uint32_t item, const RatingTable& table) {
    rated_.label = table.name(kRatedGroup);
    rated_.groups.resize(items_.all().size());
    std::string& group = rated_.groups[item];
    const std::string& value = table.value(kRatedGroup);
    if (!group.empty() && !value.empty() && value != group) {
      throw input_error("the item is in the group '" + group + "' already",
                        table.place(kRatedGroup), "an item has one group");
    }
    if (!value.empty()) group = value;
  }

  void finish_groups() {
    if (!source_.groups.empty()) {
      RatingTable table(source_.groups, RatingTableKind::kGroups, source_.group);
      bool any = false;
      while (table.next()) {
        const auto* item = items_.find(table.value(kRatedItem));
        if (item != nullptr) set_group(*item, table), any = true;
      }
      if (!any) {
        throw input_error("no item in it was rated", {source_.groups.string()},
                          "its items must have the ids of the ratings");
      }
    }
    if (!rated_.label.empty()) rated_.groups.resize(items_.all().size());
  }

  const RatingsSource& source_;
  RatingTable table_;
  ItemChoice drop_;
  Names items_, annotators_, words_;
  std::unordered_map<std::uint64_t, std::size_t> lines_;  // rating -> line
  RatedItems rated_;
};

}  // namespace

RatedItems read_ratings(const RatingsSource& source) { return RatingsReader(source).read(); }

}  // namespace sonde
