#include "compare/gates/undefined_items.h"

#include <algorithm>

namespace sonde {
namespace {

// Items that `alone` counts and `joint` doesn't, or parts of them, if an item has several.
std::size_t lost(const Result& alone, const Result& joint) {
  const auto above = [](std::size_t a, std::size_t b) { return a > b ? a - b : 0; };
  return std::max(above(alone.n, joint.n), above(joint.left_out, alone.left_out));
}

}  // namespace

std::map<std::pair<std::string, std::string>, Unanswered> unanswered(std::span<const NamedRun> runs,
                                                                     const CommonTask& task,
                                                                     std::span<const Chosen> chosen,
                                                                     const Resampler& resampler,
                                                                     bool slices) {
  const Resampler once(resampler.seed(), 1, resampler.threads());
  const auto joint = JointTask(runs, task, chosen).summarise(once, slices);
  const auto alone =
      JointTask(runs, task, chosen, Undefined::kLeftOutForIt).summarise(once, slices);
  std::map<std::pair<std::string, std::string>, Unanswered> found;
  for (std::size_t subject = 0; subject < alone.size(); ++subject) {
    std::map<std::pair<std::string, std::string>, const Result*> both;
    for (const auto& result : joint[subject]) both[{result.slice, result.name}] = &result;
    for (const auto& result : alone[subject]) {
      const auto at = both.find({result.slice, result.name});
      if (at == both.end()) continue;
      Unanswered& of = found[at->first];
      (subject == 0 ? of.by_run : of.by_base) = lost(result, *at->second);
      if (subject == 0) of.of = std::max(result.n, of.by_run);
    }
  }
  return found;
}

}  // namespace sonde
