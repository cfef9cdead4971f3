#include <array>
#include <string>
#include <utility>

#include "base/names.h"
#include "report/number_format.h"
#include "report/tables/agreement_tables.h"
#include "sonde/report.h"

namespace sonde {
namespace {

using Show = std::string (*)(const AgreementReport& report, const AgreementView& view);

std::string tables(const AgreementReport& report, const AgreementView& view) {
  const std::string levels = report.nominal
                                 ? ""
                                 : render(group_table(report), view.format) + "\n" +
                                       render(item_means_table(report), view.format) + "\n";
  std::string out = levels + render(agreement_table(report), view.format) + "\n";
  if (view.items) out += render(rated_item_table(report), view.format) + "\n";
  if (view.annotators) out += render(annotator_table(report), view.format) + "\n";
  std::string notes;
  for (const auto& note : report.notes) notes += note + "\n";
  return out + render_notes(notes, view.format);
}

// The box plots of a slice, a line a number.
std::string boxes(const RatingSummary& slice) {
  std::string out;
  const auto add = [&](const std::string& of, const RatingBox& box) {
    for (const auto& [name, value] :
         {std::pair{"_lowest", box.low}, std::pair{"_q1", box.first_quartile},
          std::pair{"_median", box.median}, std::pair{"_q3", box.third_quartile},
          std::pair{"_highest", box.high}}) {
      out +=
          csv_line({slice.name, of + name, exact(value), "", "", std::to_string(slice.items), "0"});
    }
  };
  add("ratings", slice.box);
  add("item_means", slice.box_of_means);
  return out;
}

std::string csv(const AgreementReport& report, const AgreementView&) {
  std::string out = csv_line({"slice", "name", "value", "low", "high", "n", "left_out"});
  for (const auto& r : report.results) {
    out += csv_line({r.slice, r.name, exact(r.value), exact(r.low), exact(r.high),
                     std::to_string(r.n), std::to_string(r.left_out)});
  }
  for (const auto& slice : report.groups) out += boxes(slice);
  return out;
}

std::string json(const AgreementReport& report, const AgreementView&) {
  return agreement_json(report);
}

struct AgreementFormat {
  std::string_view name;
  Show show;
};
constexpr std::array kAgreementFormats{
    AgreementFormat{"text", tables}, AgreementFormat{"md", tables}, AgreementFormat{"tex", tables},
    AgreementFormat{"csv", csv}, AgreementFormat{"json", json}};

}  // namespace

std::string show_agreement(const AgreementReport& report, const AgreementView& view) {
  return find_row(kAgreementFormats, "format", view.format).show(report, view);
}

}  // namespace sonde
