#include "sonde/probe.h"

#include <array>

#include "base/names.h"
#include "probes/kinds.h"

namespace sonde {
namespace {

constexpr std::array kProbes{
    ProbeKind{"sts", "sts[?similarity=...&standardize=...]",
              "does similarity follow human ratings, also where words and structure disagree?",
              make_sts},
    ProbeKind{"triplets", "triplets[?test=TEST]",
              "is the sentence with the same meaning nearer than the one with a changed meaning?",
              make_triplets},
};

}  // namespace

std::span<const ProbeKind> probe_kinds() { return kProbes; }

std::unique_ptr<Probe> make_probe(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset) {
  return find_row(kProbes, "probe", spec.kind).make(spec, dataset);
}

}  // namespace sonde
