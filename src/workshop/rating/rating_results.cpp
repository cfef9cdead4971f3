#include "workshop/rating/rating_results.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "statistics/measures/quantile.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/toml_text.h"

namespace sonde {
namespace {

bool is_failed(const RatingItem& item, const RatingAnswer& answer) {
  const auto& value = answer.judgement.value;
  return item.expected && value && (*value < item.expected->low || *value > item.expected->high);
}

RaterSummary summarise_rater(const RatingProject& project, const RatingAnswers& answers,
                             std::size_t rater) {
  const Rater& person = project.raters[rater];
  RaterSummary summary{person.name, person.turns.size()};
  for (std::size_t turn = 0; turn < person.turns.size(); ++turn) {
    const auto& answer = answers.by_rater[rater][turn];
    const RatingItem& item = project.items[person.turns[turn]];
    if (!answer) continue;
    ++summary.answered;
    summary.unjudged += !answer->judgement.value;
    summary.checks += item.expected.has_value();
    summary.failed += is_failed(item, *answer);
  }
  summary.left_out = summary.failed > project.most_failed;
  return summary;
}

std::string answers_lines(const RatingProject& project, const RatingAnswers& answers,
                          const std::vector<RaterSummary>& raters) {
  std::string lines;
  each_answer(project, answers, [&](std::size_t rater, std::uint32_t number, const auto& answer) {
    const RatingItem& item = project.items[number];
    nlohmann::ordered_json line{{"annotator", project.raters[rater].name},
                                {"item", item.id},
                                {"value", nullptr},
                                {"shown", answer.shown},
                                {"at", answer.at},
                                {"check", item.expected.has_value()},
                                {"kept", !raters[rater].left_out}};
    const auto& [value, remark] = answer.judgement;
    if (value) line["value"] = *value;
    if (item.expected) line["failed"] = is_failed(item, answer);
    if (!remark.empty()) line["remark"] = remark;
    if (answer.changes > 0) line["changes"] = answer.changes;
    lines += line.dump() + "\n";
  });
  return lines;
}

std::string raters_table(const RatingProject& project, const std::vector<RaterSummary>& raters) {
  std::string table = "annotator\tturns\tanswered\tunjudged\tchecks\tfailed\tkept\twhy\n";
  for (const auto& rater : raters) {
    table += rater.name;
    for (const auto count :
         {rater.turns, rater.answered, rater.unjudged, rater.checks, rater.failed}) {
      table += "\t" + std::to_string(count);
    }
    table += rater.left_out ? "\tno\tfailed more than " +
                                  counted(project.most_failed, "attention check") + "\n"
                            : "\tyes\t\n";
  }
  return table;
}

std::string label_of(const RatingItem& item, const std::string& name) {
  const auto label = item.labels.find(name);
  return label == item.labels.end() ? std::string() : label->second;
}

std::vector<std::vector<double>> ratings_by_item(const RatingProject& project,
                                                 const std::vector<Rating>& kept) {
  std::vector<std::vector<double>> ratings(project.items.size());
  for (const auto& [item, annotator, value] : kept) ratings[item].push_back(value);
  for (auto& one : ratings) std::ranges::sort(one);
  return ratings;
}

std::string ratings_table(const RatingProject& project, const std::vector<Rating>& kept) {
  const std::string group(rating_form(project.guideline.kind).group);
  std::string table = "annotator\titem\tvalue" + (group.empty() ? "" : "\t" + group) + "\n";
  for (const auto& [number, rater, value] : kept) {
    const RatingItem& item = project.items[number];
    table += project.raters[rater].name + "\t" + item.id + "\t" + printed(value);
    table += (group.empty() ? "" : "\t" + label_of(item, group)) + "\n";
  }
  return table;
}

struct GoldColumn {
  std::string name, label;  // in the header, and in the project
};

// A label may be called as a column of ours.
std::vector<GoldColumn> label_columns(const RatingProject& project,
                                      const std::set<std::string>& taken) {
  std::set<std::string> labels;
  for (const auto& item : project.items) {
    for (const auto& [name, value] : item.labels) labels.insert(name);
  }
  std::vector<GoldColumn> columns;
  for (const auto& name : labels)
    columns.push_back({taken.contains(name) ? name + "_" : name, name});
  return columns;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The most frequent choice, the lower one of two, and its count.
std::pair<int, std::size_t> most_chosen(const std::vector<double>& sorted) {
  std::pair<int, std::size_t> best{0, 0};
  for (const double value : sorted) {
    const auto count = static_cast<std::size_t>(std::ranges::count(sorted, value));
    if (count > best.second) best = {static_cast<int>(value), count};
  }
  return best;
}

class GoldTable {
 public:
  GoldTable(const RatingProject& project, std::vector<std::vector<double>> ratings)
      : project_(project),
        kind_(rating_form(project.guideline.kind)),
        quoted_(has_broken_lines(project)),
        ratings_(std::move(ratings)),
        columns_{"id"} {
    columns_.insert(columns_.end(), kind_.columns.begin(), kind_.columns.end());
    const auto own = is_scale() ? std::vector<std::string>{"gold", "mean", "median", "ratings"}
                                : std::vector<std::string>{"choice", "share", "ratings"};
    columns_.insert(columns_.end(), own.begin(), own.end());
    labels_ = label_columns(project, {columns_.begin(), columns_.end()});
  }

  std::string file() const { return quoted_ ? "gold.csv" : "gold.tsv"; }

  std::string text() const {
    std::vector<std::string> header = columns_;
    for (const auto& label : labels_) header.push_back(label.name);
    std::string table = table_row(header, quoted_);
    for (std::size_t i = 0; i < ratings_.size(); ++i) {
      if (!ratings_[i].empty()) table += row(project_.items[i], ratings_[i]);
    }
    return table;
  }

  // people: how many rated.
  std::string card(std::size_t people, std::size_t left_out) const {
    std::string names = "id = \"id\"";
    for (const auto column : kind_.columns) {
      names += ", " + std::string(column) + " = \"" + std::string(column) + "\"";
    }
    names += ", gold = \"gold\"";
    for (const auto& label : labels_) {
      names += ", " + toml_text("label:" + label.label) + " = " + toml_text(label.name);
    }
    const auto& choices = project_.guideline.choices;
    return "probe = \"" + std::string(kind_.probe) + "\"\nfile = \"" + file() + "\"\ncolumns = { " +
           names + " }\n" + (people > 1 ? "ratings = \"ratings.tsv\"\n" : "") + "made = " +
           toml_text("Rated by " + std::to_string(people) + " people with `sonde rate`, " +
                     std::to_string(left_out) + " left out for failed attention checks, from " +
                     std::to_string(choices.front().value) + " to " +
                     std::to_string(choices.back().value) +
                     "; gold is the mean scaled to 0 to 1. Made from " + project_.data + ".") +
           "\n";
  }

 private:
  bool is_scale() const { return !project_.guideline.choices.empty(); }

  std::string row(const RatingItem& item, const std::vector<double>& ratings) const {
    std::vector<std::string> fields{item.id};
    fields.insert(fields.end(), item.texts.begin(),
                  item.texts.begin() + static_cast<std::ptrdiff_t>(kind_.columns.size()));
    const auto values = is_scale() ? scale_values(ratings) : choice_values(item, ratings);
    fields.insert(fields.end(), values.begin(), values.end());
    fields.push_back(std::to_string(ratings.size()));
    for (const auto& label : labels_) fields.push_back(label_of(item, label.label));
    return table_row(fields, quoted_);
  }

  std::vector<std::string> scale_values(const std::vector<double>& ratings) const {
    const auto& choices = project_.guideline.choices;
    const double low = choices.front().value, high = choices.back().value;
    const double mean = mean_of(ratings);
    return {printed((mean - low) / (high - low)), printed(mean),
            printed(sorted_quantile(ratings, 0.5))};
  }

  static std::vector<std::string> choice_values(const RatingItem& item,
                                                const std::vector<double>& ratings) {
    const auto [choice, count] = most_chosen(ratings);
    const double share = static_cast<double>(count) / static_cast<double>(ratings.size());
    return {choice == 0 ? std::string() : item.texts[static_cast<std::size_t>(choice)],
            printed(share)};
  }

  const RatingProject& project_;
  RatingForm kind_;
  bool quoted_;
  std::vector<std::vector<double>> ratings_;
  std::vector<std::string> columns_;
  std::vector<GoldColumn> labels_;
};

}  // namespace

std::vector<RaterSummary> summarise_raters(const RatingProject& project,
                                           const RatingAnswers& answers) {
  std::vector<RaterSummary> raters;
  for (std::size_t rater = 0; rater < project.raters.size(); ++rater) {
    raters.push_back(summarise_rater(project, answers, rater));
  }
  return raters;
}

std::vector<Rating> kept_ratings(const RatingProject& project, const RatingAnswers& answers,
                                 const std::vector<RaterSummary>& raters) {
  std::vector<Rating> ratings;
  each_answer(project, answers, [&](std::size_t rater, std::uint32_t item, const auto& answer) {
    const auto& value = answer.judgement.value;
    if (raters[rater].left_out || project.items[item].expected || !value) return;
    ratings.push_back({item, static_cast<std::uint32_t>(rater), static_cast<double>(*value)});
  });
  return ratings;
}

std::vector<OutputFile> rating_files(const RatingProject& project, const RatingAnswers& answers) {
  const auto raters = summarise_raters(project, answers);
  std::vector<OutputFile> files{{"answers.jsonl", answers_lines(project, answers, raters)},
                                {"raters.tsv", raters_table(project, raters)}};
  const auto kept = kept_ratings(project, answers, raters);
  if (kept.empty()) return files;
  files.push_back({"ratings.tsv", ratings_table(project, kept)});
  const GoldTable gold(project, ratings_by_item(project, kept));
  files.push_back({gold.file(), gold.text()});
  if (!rating_form(project.guideline.kind).makes_gold) return files;
  std::set<std::uint32_t> people;
  for (const auto& rating : kept) people.insert(rating.annotator);
  const auto left_out =
      static_cast<std::size_t>(std::ranges::count_if(raters, &RaterSummary::left_out));
  files.push_back({"gold.toml", gold.card(people.size(), left_out)});
  return files;
}

}  // namespace sonde
