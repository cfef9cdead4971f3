#include "report/json_parts.h"
#include "report/tables/agreement_tables.h"

namespace sonde {
namespace {

Json box_json(const RatingBox& box) {
  Json json = Json::array();
  for (const double value :
       {box.low, box.first_quartile, box.median, box.third_quartile, box.high}) {
    json.push_back(json_number(value));
  }
  return json;
}

Json group_json(const RatingSummary& group) {
  return {{"slice", group.name},
          {"items", group.items},
          {"annotators", group.annotators},
          {"ratings", group.ratings},
          {"mean", json_number(group.mean)},
          {"median", json_number(group.box.median)},
          {"box", box_json(group.box)},
          {"box_of_means", box_json(group.box_of_means)}};
}

Json item_json(const RatingSummary& item) {
  return {{"item", item.name},
          {"group", item.group},
          {"ratings", item.ratings},
          {"mean", json_number(item.mean)},
          {"median", json_number(item.box.median)},
          {"box", box_json(item.box)}};
}

Json annotator_json(const AnnotatorSummary& one) {
  return {{"annotator", one.name},
          {"ratings", one.ratings},
          {"mean", one.mean},
          {"items", one.items},
          {"value", json_number(one.value)},
          {"low", json_number(one.low)},
          {"high", json_number(one.high)}};
}

Json spread_json(const Series& series) {
  return {{"name", series.name},
          {"first", series.first},
          {"step", series.step},
          {"values", json_array(series.values, json_number)}};
}

Json agreement_result(const Result& result) {
  return {{"slice", result.slice},
          {"name", result.name},
          {"value", json_number(result.value)},
          {"low", json_number(result.low)},
          {"high", json_number(result.high)},
          {"n", result.n},
          {"left_out", result.left_out},
          {"why", json_counts(result.why)}};
}

}  // namespace

std::string agreement_json(const AgreementReport& report) {
  return json_text({{"schema", "sonde.agreement/1"},
                    {"file", report.file},
                    {"seed", report.seed},
                    {"replicates", report.replicates},
                    {"splits", report.splits},
                    {"results", json_array(report.results, agreement_result)},
                    {"groups", json_array(report.groups, group_json)},
                    {"items", json_array(report.items, item_json)},
                    {"annotators", json_array(report.annotators, annotator_json)},
                    {"series", json_array(report.series, spread_json)},
                    {"notes", report.notes}});
}

}  // namespace sonde
