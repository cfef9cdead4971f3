#include <algorithm>
#include <cmath>
#include <numbers>

#include "probes/sets/sets_criteria.h"
#include "statistics/measures/plane_projection.h"

namespace sonde {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
const std::string kNoAngle = "undefined angle: A and B in line, or no vector";

// Which of C6's cases a union is of.
enum class Norms : std::size_t { kLongerA, kLongerB, kComparable };

Norms norms_of(double ratio, const SetsOptions& options) {
  const double most = 1 + options.norms / 100;
  if (ratio > most) return Norms::kLongerA;
  return ratio * most < 1 ? Norms::kLongerB : Norms::kComparable;
}

double expected_margin(const PlaneProjection& found, Norms norms, const SetsOptions& options) {
  if (norms == Norms::kLongerA) return options.from_longer - found.to_a() / found.between;
  if (norms == Norms::kLongerB) return options.from_longer - found.to_b() / found.between;
  return options.from_middle - std::abs(found.position() - .5);
}

bool is_where_expected(const PlaneProjection& found, Norms norms, const SetsOptions& options) {
  return expected_margin(found, norms, options) > 0;
}

// The share of rows for which `is` is true, of those for which it is defined.
template <class Is>
Result share(const SetsPart& part, const ChosenSamples& chosen, std::string name, const Is& is) {
  const auto numbers = [&](std::size_t row, std::span<double> out) {
    const std::optional<bool> answer = is(part.own().values[row]);
    if (answer) out[0] = *answer ? 1 : 0;
    return answer.has_value();
  };
  const auto resampler = part.resampler.drawing(part.resampler.wants(part.slice.name, name));
  const auto means = sample_means(part.samples, chosen, 1, kNoAngle, numbers, resampler);
  return mean_result(part, std::move(name), means, 0, true);
}

void add_main(Result&& result, std::vector<Result>& results) {
  result.better = Better::kHigher;
  results.push_back(std::move(result));
}

void add_between(const SetsPart& part, const ChosenSamples& chosen, const SetsOptions& options,
                 std::vector<Result>& results) {
  add_main(share(part, chosen, "c2",
                 [&](auto row) -> std::optional<bool> {
                   const auto found = placed(row);
                   if (!found) return std::nullopt;
                   return found->is_between(options.tolerance * kDegree);
                 }),
           results);
}

void add_near_a(const SetsPart& part, const ChosenSamples& chosen, const SetsOptions& options,
                std::vector<Result>& results) {
  add_main(share(part, chosen, "c5",
                 [&](auto row) -> std::optional<bool> {
                   const auto found = placed(row);
                   if (!found) return std::nullopt;
                   return found->to_a() < options.from_a * found->between;
                 }),
           results);
}

// The rows of a union's samples that are of a case. Only their items are to be expected.
ChosenSamples of_case(const SetsPart& part, const ChosenSamples& chosen, Norms norms,
                      const SetsOptions& options) {
  ChosenSamples of;
  for (const auto row : chosen.rows) {
    const auto values = part.own().values[row];
    if (!placed(values) || norms_of(values[kNormRatio], options) != norms) continue;
    of.rows.push_back(row);
    const auto item = part.samples.frame().item_of_row[row];
    if (of.items.empty() || of.items.back() != item) of.items.push_back(item);
  }
  return of;
}

void add_union(const SetsPart& part, const ChosenSamples& chosen, const SetsOptions& options,
               std::vector<Result>& results) {
  const auto expected = [&](auto row) -> std::optional<bool> {
    const auto found = placed(row);
    if (!found) return std::nullopt;
    return is_where_expected(*found, norms_of(row[kNormRatio], options), options);
  };
  add_main(share(part, chosen, "c6", expected), results);
  if (!part.whole()) return;
  const std::array names{"c6.longer_a", "c6.longer_b", "c6.comparable"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto of = of_case(part, chosen, static_cast<Norms>(i), options);
    results.push_back(share(part, of, names[i], expected));
  }
}

}  // namespace

double union_margin(std::span<const double> row, const SetsOptions& options) {
  const auto found = placed(row);
  return found ? expected_margin(*found, norms_of(row[kNormRatio], options), options) : NAN;
}

void add_positions(const SetsPart& part, SetOperator op, const SetsOptions& options,
                   std::vector<Result>& results) {
  constexpr std::array kAdd{add_between, add_near_a, add_union};
  const auto chosen = choose_samples(part.samples, part.slice, op, part.kind);
  kAdd[static_cast<std::size_t>(op)](part, chosen, options, results);
}

}  // namespace sonde
