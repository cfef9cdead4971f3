#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/open_file.h"
#include "base/parse.h"
#include "data/number_fields.h"
#include "scorers/kinds.h"
#include "scorers/row_scores.h"
#include "sonde/error.h"

namespace sonde {
namespace {

Identity identity_of(const std::vector<double>& values) {
  Identity identity;
  Hasher hasher;
  hasher.add("scores 1");
  for (const double value : values) hasher.add(value);
  identity.what = hasher.finish();
  identity.facts = {{"kind", "scores from a file"}};
  return identity;
}

// Sums of squares must be finite.
void check_size(const std::vector<double>& values, const std::string& file) {
  constexpr double kLargest = 1e100;
  const auto large = std::ranges::find_if(values, [](double x) { return std::abs(x) > kLargest; });
  if (large == values.end()) return;
  const auto line = static_cast<std::size_t>(large - values.begin()) + 1;
  throw input_error(printed(*large) + " is too large for a similarity", {file, line},
                    "give numbers from -1e100 to 1e100");
}

}  // namespace

std::unique_ptr<Scorer> make_scores(const Spec& spec, const ScorerContext& context) {
  Options options(spec);
  const std::string dataset = options.text("data", context.dataset);
  options.done();
  check_location(spec, "write scores:FILE");
  if (dataset != context.dataset) return nullptr;
  check_plain_file(spec.location);
  auto values = read_numbers(spec.location);
  check_size(values, spec.location);
  if (values.size() != context.rows) {
    throw input_error("has " + counted(values.size(), "number") + ", but the data set '" +
                          context.dataset + "' has " + counted(context.rows, "row"),
                      {spec.location},
                      "a file of scores has a line for each row of one data set; name that with "
                      "?data=NAME");
  }
  Identity identity = identity_of(values);
  return serve_rows(std::move(values), std::move(identity));
}

}  // namespace sonde
