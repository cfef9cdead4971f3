#include "report/figures/rating_figures.h"

#include <filesystem>

#include "statistics/agreement/rated_items.h"

namespace sonde {
namespace {

std::string stem(const AgreementReport& report) {
  return std::filesystem::path(report.file).stem().string();
}

Figure blank(const AgreementReport& report, FigureKind kind, const std::string& name) {
  Figure figure;
  figure.kind = kind;
  figure.id = figure_id({"ratings", stem(report), name});
  return figure;
}

Figure boxes(const AgreementReport& report, RatingBox RatingSummary::* which) {
  const bool means = which == &RatingSummary::box_of_means;
  Figure figure = blank(report, FigureKind::kBox, means ? "means" : "single");
  figure.title = (means ? "Mean ratings of items: " : "Single ratings: ") + stem(report);
  figure.caption = means ? "Lowest mean, quartiles and highest mean of the items of each group."
                         : "Lowest, quartiles and highest of all ratings of each group.";
  if (means) figure.paper = "After Figure 3 of Bansal et al. (2025).";
  figure.y = means ? "mean rating" : "rating";
  figure.series = {"people"};
  for (const auto& group : report.groups) {
    const RatingBox& box = group.*which;
    figure.categories.push_back(group.name);
    FigurePoint point{"people", group.name};
    point.box = {box.low, box.first_quartile, box.median, box.third_quartile, box.high};
    figure.points.push_back(std::move(point));
  }
  figure.summary = figure.title + ", by group.";
  return figure;
}

Figure distributions(const AgreementReport& report) {
  Figure figure = blank(report, FigureKind::kHistogram, "shuffled");
  figure.title = "Mean ratings, and those of shuffled ratings: " + stem(report);
  figure.caption =
      "If ratings didn't hang on the items, both would be alike. Each annotator's ratings are "
      "shuffled among the items that the annotator rated.";
  figure.paper = "After Figure 2 of Fodor et al. (2025).";
  figure.x = "mean rating";
  figure.y = "share of items";
  for (const auto& series : report.series) {
    const std::string name = series.name == "means" ? "ratings" : "shuffled ratings";
    figure.series.push_back(name);
    figure.step = series.step;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      FigurePoint point{name, {}};
      point.x = series.first + series.step * static_cast<double>(i);
      point.y = series.values[i];
      figure.points.push_back(std::move(point));
    }
  }
  figure.summary = figure.title + ".";
  return figure;
}

}  // namespace

std::vector<Figure> rating_figures(const AgreementReport& report) {
  std::vector<Figure> figures{boxes(report, &RatingSummary::box_of_means),
                              boxes(report, &RatingSummary::box)};
  if (!report.series.empty()) figures.push_back(distributions(report));
  return figures;
}

}  // namespace sonde
