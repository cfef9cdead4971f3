#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "sonde/probe.h"

namespace sonde {

struct CorpusView;
struct ItemView;
struct RatingForm;

// The row of a probe, or null.
const ProbeKind* find_probe_kind(std::string_view name);

// The makers that the table of probes names, one source file per probe.
std::unique_ptr<Probe> make_heros(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset);
std::unique_ptr<Probe> make_sts(const Spec& spec,
                                const std::map<std::string, std::string>& dataset);
std::unique_ptr<Probe> make_curves(const Spec& spec,
                                   const std::map<std::string, std::string>& dataset);
std::unique_ptr<Probe> make_sets(const Spec& spec,
                                 const std::map<std::string, std::string>& dataset);
std::unique_ptr<Probe> make_triplets(const Spec& spec,
                                     const std::map<std::string, std::string>& dataset);
std::unique_ptr<Probe> make_variants(const Spec& spec,
                                     const std::map<std::string, std::string>& dataset);
std::unique_ptr<Probe> make_search(const Spec& spec,
                                   const std::map<std::string, std::string>& dataset);

// How a report shows each of them.
Shown heros_report();
Shown sts_report();
Shown curves_report();
Shown sets_report();
Shown triplets_report();
Shown variants_report();
Shown search_report();

// The tabs of `sonde serve`, and the forms by which people rate data.
CorpusView curves_view();
ItemView heros_view();
ItemView sets_view();
ItemView triplets_view();
RatingForm sets_rating_form();
RatingForm sts_rating_form();
RatingForm triplets_rating_form();

}  // namespace sonde
