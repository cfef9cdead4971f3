#include "workshop/commands/role_weights_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "apps/cli/command_options.h"
#include "apps/cli/pair_rows.h"
#include "base/counted.h"
#include "base/parse.h"
#include "roles/role_weights.h"
#include "scorers/role_features.h"
#include "sonde/error.h"
#include "statistics/learning/ridge.h"

namespace sonde {
namespace {

// The training rows: those with a gold value.
struct RoleTraining {
  MatrixOf<double> features;  // 0 if a role has no cosine, as in the weighted mean
  std::vector<double> gold;
};

RoleTraining training_of(const PairRows& pairs, std::span<const RoleSimilarities> similarities) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < pairs.rows.size(); ++row) {
    if (!std::isnan(pairs.rows[row].gold)) rows.push_back(row);
  }
  RoleTraining training{{rows.size(), kRoleNames.size()}, {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::transform(similarities[rows[i]].cosines, training.features[i].begin(),
                           [](double cosine) { return std::isnan(cosine) ? 0 : cosine; });
    training.gold.push_back(pairs.rows[rows[i]].gold);
  }
  return training;
}

RoleNumbers fitted_weights(const RoleTraining& training, const std::string& dataset) {
  const auto model =
      fit_ridge(std::as_const(training.features).view(), training.gold, {.non_negative = true});
  RoleNumbers weights{};
  std::ranges::copy(model.weights, weights.begin());
  if (std::ranges::any_of(weights, [](double weight) { return weight > 0; })) {
    say("penalty " + printed(model.penalty) + ", " + counted(training.gold.size(), "row"));
    return weights;
  }
  throw input_error("no role's similarity rises with the gold values of '" + dataset + "'", {},
                    "all weights would be 0: are these its roles?");
}

// `data` may name the data set once more, as it does for --scorer.
void check_dataset(Options& options, const std::string& dataset) {
  const std::string named = options.text("data", dataset);
  if (named == dataset) return;
  throw usage_error("the roles belong to '" + named + "', not of '" + dataset + "'",
                    "name that with --data");
}

void give_items(const PairRows& pairs, const std::function<void(std::span<const Item>)>& take) {
  for (std::size_t row = 0; row < pairs.rows.size(); ++row) {
    Item item;
    item.texts = {{pairs.rows[row].first}, {pairs.rows[row].second}};
    item.rows = {{"", {0, 1}}};
    item.first_row = row;
    take({&item, 1});
  }
}

}  // namespace

int fit_role_weights(std::vector<std::string> args, const Surroundings& surroundings) {
  std::string roles, data, probe;
  ScorerContext context;
  context.encoders.resources = surroundings.resources;
  const auto app = option_parser(
      "roles fit",
      "Fits the weights of roles to a data set's gold values by ridge regression without negative "
      "weights, and writes them for roles:FILE?weights=FILE.");
  app->add_option("roles", roles, "roles:FILE.json?vectors=SPEC, as --scorer takes it")->required();
  app->add_option("--data", data, "the data set whose roles these are")->required();
  app->add_option("--probe", probe, "probe that reads it, if the data set names none");
  add_threads(*app, context.encoders.threads);
  parse(*app, std::move(args));
  const Spec spec = parse_spec(roles);
  if (spec.kind != "roles") {
    throw usage_error("'" + roles + "' names no roles", "write roles:FILE.json?vectors=SPEC");
  }
  const PairRows pairs = read_pair_rows(data, probe, surroundings.resources);
  context.dataset = pairs.dataset;
  context.rows = pairs.rows.size();
  context.items = [&](const auto& take) { give_items(pairs, take); };
  Options options(spec);
  check_dataset(options, pairs.dataset);
  const RoleFeatures features(spec, options, context);
  options.done();
  const auto training = training_of(pairs, features.similarities());
  print_text(role_weights_toml(fitted_weights(training, pairs.dataset)));
  return 0;
}

}  // namespace sonde
