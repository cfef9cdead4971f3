#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "roles/role_weights.h"
#include "scorers/kinds.h"
#include "scorers/role_features.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// All options other than those of the features.
struct RoleChoice {
  std::string mean, weights;
};

RoleChoice role_choice(Options& options) {
  return {options.choice("mean", "basic", {"basic", "norm"}), options.text("weights", "")};
}

class RoleScorer : public Scorer {
 public:
  RoleScorer(RoleFeatures features, const RoleChoice& choice, const RoleNumbers& weights)
      : features_(std::move(features)),
        weights_(weights),
        mean_(choice.mean == "norm" ? RoleMean::kNorm : RoleMean::kBasic),
        identity_(features_.identity()) {
    Hasher hasher;
    hasher.add("roles 1").add(identity_.what).add(choice.mean);
    for (const double weight : weights) hasher.add(weight);
    identity_.what = hasher.finish();
    identity_.facts.insert(identity_.facts.begin(), {"kind", "semantic roles compared one by one"});
    identity_.facts.emplace_back("mean", choice.mean);
  }

  const Identity& identity() const override { return identity_; }

  void score(std::span<const Item> items, std::span<double> out) override {
    std::size_t at = 0;
    each_row(items, [&](const RoleSimilarities& roles) {
      out[at++] = role_similarity(roles, weights_, mean_);
    });
  }

  // One cosine per role, or 0 if it is missing.
  std::size_t features() const override { return weights_.size(); }
  void give_features(std::span<const Item> items, Matrix<double> out) override {
    std::size_t at = 0;
    each_row(items, [&](const RoleSimilarities& roles) {
      std::ranges::transform(roles.cosines, out[at++].begin(),
                             [](double cosine) { return std::isnan(cosine) ? 0 : cosine; });
    });
  }

 private:
  // Vectors are encoded for the first row.
  template <class Take>
  void each_row(std::span<const Item> items, const Take& take) {
    if (!similarities_) similarities_ = features_.similarities();
    for (const auto& item : items) {
      for (std::size_t row = 0; row < item.rows.size(); ++row) {
        take(similarities_->at(item.first_row + row));
      }
    }
  }

  RoleFeatures features_;
  RoleNumbers weights_;
  RoleMean mean_;
  Identity identity_;
  std::optional<std::vector<RoleSimilarities>> similarities_;
};

}  // namespace

std::unique_ptr<Scorer> make_roles(const Spec& spec, const ScorerContext& context) {
  Options options(spec);
  if (options.text("data", context.dataset) != context.dataset) return nullptr;
  const auto choice = role_choice(options);
  RoleFeatures features(spec, options, context);
  options.done();
  const auto weights =
      choice.weights.empty() ? kPaperRoleWeights : read_role_weights(choice.weights);
  return std::make_unique<RoleScorer>(std::move(features), choice, weights);
}

}  // namespace sonde
