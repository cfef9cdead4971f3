// A probe in C++: is the second text of a record closer to the first than the third is?
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sonde/probe.h"
#include "sonde/report.h"
#include "sonde/resampling.h"
#include "sonde/run.h"
#include "sonde/stats.h"

namespace {

class Closer : public sonde::Probe {
 public:
  std::span<const sonde::Field> fields() const override { return fields_; }
  std::span<const sonde::Measurement> measurements() const override { return measurements_; }

  sonde::Item item(sonde::Record&& record) const override {
    sonde::Item item;
    item.id = std::move(record.id);
    item.texts = {{record.values[0], sonde::Side::kFirst},
                  {record.values[1], sonde::Side::kSecond, false},
                  {record.values[2], sonde::Side::kSecond, false}};
    item.rows = {{"same", {0, 1}}, {"changed", {0, 2}}};
    return item;
  }

  void measure(const sonde::Block& block, const sonde::Fitted&,
               sonde::Matrix<double> out) const override {
    for (std::size_t i = 0; i < block.items.size(); ++i) {
      for (std::size_t row = 0; row < 2; ++row) {
        out(2 * i + row, 0) = sonde::cosine(block.vectors[3 * i], block.vectors[3 * i + 1 + row]);
      }
    }
  }

  std::vector<sonde::Result> summarise(const sonde::Frame& frame,
                                       std::span<const sonde::Table> tables,
                                       const sonde::Resampler& resampler) const override {
    std::vector<sonde::Result> results;
    for (const auto& table : tables) results.push_back(share_closer(frame, table, resampler));
    return results;
  }

 private:
  static sonde::Result share_closer(const sonde::Frame& frame, const sonde::Table& table,
                                    const sonde::Resampler& resampler) {
    std::vector<double> passed;
    std::vector<std::uint64_t> keys;
    double count = 0;
    for (std::size_t item = 0; item < frame.items(); ++item) {
      const double margin = table.values(2 * item, 0) - table.values(2 * item + 1, 0);
      if (std::isnan(margin)) continue;
      passed.push_back(margin > 1e-6 ? 1 : 0);  // above rounding error
      keys.push_back(frame.keys[item]);
      count += passed.back();
    }
    sonde::Result result;
    result.subject = table.subject;
    result.dataset = frame.dataset;
    result.name = "closer";
    result.n = keys.size();
    result.left_out = frame.items() - keys.size();
    if (result.left_out > 0) result.why["no similarity"] = result.left_out;
    result.better = sonde::Better::kHigher;
    if (keys.empty()) return result;
    result.value = count / static_cast<double>(keys.size());
    const auto interval = sonde::wilson(static_cast<std::size_t>(count), keys.size());
    result.low = interval.low;
    result.high = interval.high;
    if (resampler.keeps()) {  // for compare and check
      result.replicates = {resampler.means(passed, keys), keys.size(), sonde::Scale::kShare};
    }
    return result;
  }

  std::vector<sonde::Field> fields_{{"S", {}}, {"S+", {}}, {"S*", {}}};
  std::vector<sonde::Measurement> measurements_{{"similarity", true}};
};

std::unique_ptr<sonde::Probe> make_closer(const sonde::Spec&,
                                          const std::map<std::string, std::string>&) {
  return std::make_unique<Closer>();
}

}  // namespace

int main() {
  try {
    sonde::add_probe_kind({"closer", "closer", "is the second text closer?", make_closer});
    sonde::RunPlan plan;
    plan.probes = {sonde::parse_spec("closer")};
    plan.encoders = {sonde::parse_spec("tfidf"), sonde::parse_spec("random")};
    plan.datasets = {SONDE_DATA "/triplets/negation-detection.tsv"};
    plan.resources.data = {SONDE_DATA};
    plan.out = "closer.sonde";
    sonde::Observer silent;
    sonde::run(plan, silent);
    const auto file = sonde::open_run_file(plan.out);
    std::fputs(sonde::show_results(*file, {}).c_str(), stdout);
  } catch (const sonde::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
