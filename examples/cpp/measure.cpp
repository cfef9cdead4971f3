#include <cstdio>

#include "sonde/report.h"
#include "sonde/run.h"

int main() {
  try {
    sonde::RunPlan plan;
    plan.encoders = {sonde::parse_spec("minilm"), sonde::parse_spec("random")};
    plan.datasets = {"negation-detection"};
    plan.resources.models = {SONDE_MODELS};  // the library searches only these folders
    plan.resources.data = {SONDE_DATA};
    plan.out = "first.sonde";
    sonde::Observer silent;
    sonde::run(plan, silent);
    const auto file = sonde::open_run_file(plan.out);
    std::fputs(sonde::show_results(*file, {}).c_str(), stdout);
  } catch (const sonde::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
