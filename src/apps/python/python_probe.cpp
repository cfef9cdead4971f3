// A probe whose items, measurements and numbers to summarise come from Python: plugin.Probe.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "apps/python/bind_objects.h"
#include "probes/shared/incomplete_record.h"
#include "probes/shared/records.h"
#include "probes/shared/results.h"
#include "probes/shared/table_shape.h"
#include "sonde/stats.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {
namespace {

// The inputs to a result: one number per item, or two. NaN: left out.
struct Asked {
  std::string how;  // mean, share, pearson, spearman, kendall
  std::string name;
  Better better = Better::kNeither;
  Doubles x, y;
};

Asked asked_of(const nb::handle& told, std::size_t items) {
  Asked asked;
  asked.how = nb::cast<std::string>(told.attr("how"));
  asked.name = nb::cast<std::string>(told.attr("name"));
  const auto better = nb::cast<std::string>(told.attr("better"));
  if (better == "higher") asked.better = Better::kHigher;
  if (better == "lower") asked.better = Better::kLower;
  asked.x = nb::cast<Doubles>(told.attr("x"));
  asked.y = nb::cast<Doubles>(told.attr("y"));
  const bool has_y = asked.how != "mean" && asked.how != "share";
  if (asked.x.shape(0) != items || (has_y && asked.y.shape(0) != items)) {
    throw usage_error("'" + asked.name + "' has another number of values than items");
  }
  return asked;
}

Correlation kind_of(const std::string& how) {
  if (how == "pearson") return Correlation::kPearson;
  return how == "kendall" ? Correlation::kKendall : Correlation::kSpearman;
}

Counted counted_in(const Asked& asked, const Frame& frame, const Slice& slice) {
  const bool has_y = asked.y.shape(0) > 0;
  Counted counted;
  for (const auto item : slice.items) {
    const double x = asked.x(item), y = has_y ? asked.y(item) : 0;
    const std::size_t before = counted.x.size();
    counted.add(std::isnan(y) ? y : x, frame.keys[item]);
    if (has_y && counted.x.size() > before) counted.y.push_back(y);
  }
  return counted;
}

Result result_of(const Asked& asked, const Frame& frame, const Table& table, const Slice& slice,
                 const Resampler& resampler) {
  const Counted counted = counted_in(asked, frame, slice);
  Result result = blank_result(frame, table, slice, asked.name, counted);
  result.better = asked.better;
  if (asked.how == "mean") {
    add_mean(result, counted, resampler);
  } else if (asked.how == "share") {
    add_proportion(result, counted, resampler);
  } else {
    const auto kind = kind_of(asked.how);
    const auto replicates = resampler.correlations(kind, counted.x, counted.y, counted.keys);
    add_correlation(result, kind, counted, counted.distinct_items(), replicates, resampler);
  }
  return result;
}

class PythonProbe : public Probe {
 public:
  // Needs the GIL.
  explicit PythonProbe(const nb::object& object) : object_(hold(object)) {
    for (const auto& field : object.attr("fields")) {
      fields_.push_back({nb::cast<std::string>(field[0]), {}, nb::cast<bool>(field[1])});
    }
    const auto needs_vectors = nb::cast<bool>(object.attr("needs_vectors"));
    for (const auto& name : object.attr("measurements")) {
      measurements_.push_back({nb::cast<std::string>(name), needs_vectors});
    }
  }

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    const nb::gil_scoped_acquire gil;
    nb::dict values;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      check_filled(record, i);
      values[fields_[i].name.c_str()] = record.values[i];
    }
    const nb::object made =
        ask(*object_, "make_item", values, record.place.file, record.place.line);
    Item item;
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    for (const auto& text : made[0]) {
      item.texts.push_back({nb::cast<std::string>(text[0]),
                            nb::cast<bool>(text[1]) ? Side::kSecond : Side::kFirst,
                            item.texts.empty()});
    }
    for (const auto& row : made[1]) {
      item.rows.push_back({nb::cast<std::string>(row[0]),
                           nb::cast<std::vector<std::uint32_t>>(row[1]), nb::cast<double>(row[2])});
    }
    return item;
  }

  void measure(const Block& block, const Fitted&, Matrix<double> out) const override {
    const nb::gil_scoped_acquire gil;
    const auto measured = nb::cast<DoubleRows>(ask(*object_, "measure_block", dict_of(block)));
    if (measured.shape(0) != out.rows() || measured.shape(1) != out.columns()) {
      throw usage_error("a probe returned an array of the wrong shape");
    }
    for (std::size_t row = 0; row < out.rows(); ++row) {
      std::copy_n(measured.data() + row * out.columns(), out.columns(), out[row].begin());
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    check_tables(frame, tables, measurements_.size());
    const auto all_slices = slices(frame);
    std::vector<Result> results;
    for (const auto& table : tables) {
      const nb::gil_scoped_acquire gil;
      const auto all = all_asked(frame, table);
      const nb::gil_scoped_release free;
      for (const auto& slice : all_slices) {
        for (const auto& asked : all) {
          results.push_back(result_of(asked, frame, table, slice, resampler));
        }
      }
    }
    return results;
  }

  // The first mean that is better when it is higher or lower, otherwise the first such share.
  Scores scores(const Frame& frame, const Table& table) const override {
    const nb::gil_scoped_acquire gil;
    const auto all = all_asked(frame, table);
    auto at = all.end();
    for (const std::string_view how : {"mean", "share"}) {
      at = std::ranges::find_if(all, [&](const Asked& asked) {
        return asked.how == how && asked.better != Better::kNeither;
      });
      if (at != all.end()) break;
    }
    if (at == all.end()) return Probe::scores(frame, table);
    Scores scores{at->name, std::vector<double>(at->x.data(), at->x.data() + frame.items())};
    if (at->better == Better::kLower) {
      for (double& value : scores.values) value = -value;
    }
    return scores;
  }

 private:
  void check_filled(const Record& record, std::size_t field) const {
    if (!fields_[field].required || !is_blank(record, field)) return;
    Place place = record.place;
    place.column = fields_[field].name;
    place.item = record.id;
    throw IncompleteRecord("an empty field", std::move(place), "fill it in, or remove the line");
  }

  // Needs the GIL.
  std::vector<Asked> all_asked(const Frame& frame, const Table& table) const {
    std::vector<Asked> all;
    for (const auto& told : ask(*object_, "numbers_of", dict_of(frame), array_of(table.values))) {
      all.push_back(asked_of(told, frame.items()));
    }
    return all;
  }

  static nb::dict dict_of(const Block& block) {
    nb::list texts, rows;
    std::vector<double> gold;
    std::size_t first = 0;
    for (const auto& item : block.items) {
      for (const auto& text : item.texts) texts.append(text.text);
      for (const auto& row : item.rows) {
        nb::list places;
        for (const auto place : row.at) places.append(first + place);
        rows.append(nb::make_tuple(row.label, places));
        gold.push_back(row.gold);
      }
      first += item.texts.size();
    }
    nb::dict told;
    const std::size_t count = gold.size();
    told["texts"] = texts;
    told["rows"] = rows;
    told["gold"] = array_of(std::move(gold), {count});
    told["vectors"] = block.vectors.rows() == 0 ? nb::none() : nb::cast(array_of(block.vectors));
    std::vector<double> scores(block.similarities.begin(), block.similarities.end());
    const std::size_t scored = scores.size();
    told["similarities"] =
        scored == 0 ? nb::none() : nb::cast(array_of(std::move(scores), {scored}));
    return told;
  }

  static nb::dict dict_of(const Frame& frame) {
    nb::dict told, labels;
    std::vector<std::int64_t> items(frame.item_of_row.begin(), frame.item_of_row.end());
    std::vector<double> gold;
    nb::list row_labels;
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      gold.push_back(frame.gold[row]);
      row_labels.append(frame.row_labels[row]);
    }
    for (const auto& [name, values] : frame.labels) {
      nb::list list;
      for (std::size_t item = 0; item < values.size(); ++item) list.append(values[item]);
      labels[name.c_str()] = list;
    }
    const std::size_t rows = frame.rows();
    told["dataset"] = frame.dataset;
    told["items"] = frame.items();
    told["item_of_row"] = array_of(std::move(items), {rows});
    told["gold"] = array_of(std::move(gold), {rows});
    told["row_labels"] = row_labels;
    told["labels"] = labels;
    return told;
  }

  Held object_;
  std::vector<Field> fields_;
  std::vector<Measurement> measurements_;
};

}  // namespace

std::unique_ptr<Probe> probe_of(const nb::object& object) {
  return std::make_unique<PythonProbe>(object);
}

}  // namespace sonde
