// sonde.make, negate, describe and agreement.
#include <algorithm>
#include <cstdlib>

#include "apps/cli/environment.h"
#include "apps/python/binding.h"
#include "apps/python/observer.h"
#include "base/names.h"
#include "data/describe/describe.h"
#include "sonde/maker.h"
#include "sonde/negation.h"
#include "sonde/report.h"
#include "statistics/agreement/agreement.h"
#include "workshop/python/workshop.h"

namespace sonde {
namespace {

Made make(const std::string& kind, const std::string& in, const std::string& out, bool replace,
          const std::map<std::string, std::string>& options, nb::object told) {
  const MakerKind& maker = find_row(maker_kinds(), "maker", kind);
  std::vector<std::string> known;
  for (const auto& option : maker.options) known.emplace_back(option.name);
  for (const auto& [name, value] : options) {
    if (std::ranges::find(known, name) == known.end()) throw_unknown("option", name, known);
  }
  const MakeRequest request{in, out, replace, options, environment_variable};
  PythonObserver observer(std::move(told));
  return observed(observer, [&] { return maker.make(request, observer); });
}

nb::list negate(const std::vector<std::string>& sentences, const std::string& language, bool affirm,
                bool contract, const std::string& verb, std::size_t occurrence) {
  const NegationOptions options{affirm, contract, verb, occurrence};
  std::vector<Negation> made;
  {
    const nb::gil_scoped_release free;
    const auto negator = language == "nl" ? dutch_negator() : english_negator();
    for (const auto& sentence : sentences) made.push_back(negator->negate(sentence, options));
  }
  nb::list all;
  for (const auto& one : made) {
    const auto* negated = std::get_if<Negated>(&one);
    nb::list rules;
    if (negated != nullptr) {
      for (const auto rule : negated->rules) rules.append(rule);
    }
    all.append(nb::make_tuple(negated ? nb::cast(negated->text) : nb::none(), rules,
                              negated ? std::string_view() : reason(std::get<Refusal>(one))));
  }
  return all;
}

std::string described(const std::vector<std::string>& datasets,
                      const std::vector<std::string>& probes,
                      const std::vector<std::string>& resources, std::size_t threads) {
  const nb::gil_scoped_release free;
  DescribePlan plan;
  plan.datasets = datasets;
  for (const auto& probe : probes) plan.probes.push_back(parse_spec(probe));
  plan.resources = surroundings({resources.begin(), resources.end()}).resources;
  plan.threads = threads;
  return show_description(describe(plan), "json");
}

struct AgreementWords {
  RatingsSource source;
  AgreementOptions options;
};

AgreementWords agreement_words(const std::string& file, const nb::dict& given) {
  AgreementWords words;
  words.source.file = file;
  words.source.words = true;
  read_word(given, "raters", words.source.raters);
  read_word(given, "low", words.source.low);
  read_word(given, "high", words.source.high);
  read_word(given, "drop", words.source.drop);
  read_word(given, "group", words.source.group);
  read_word(given, "seed", words.options.seed);
  read_word(given, "replicates", words.options.replicates);
  read_word(given, "splits", words.options.splits);
  read_word(given, "fewest_shared", words.options.fewest_shared);
  read_word(given, "threads", words.options.threads);
  return words;
}

// The JSON and the text.
std::pair<std::string, std::string> agreed(const std::string& file, const nb::dict& given,
                                           nb::object told) {
  AgreementWords words = agreement_words(file, given);
  PythonObserver observer(std::move(told));
  words.options.stop = [&observer] { return observer.stop(); };
  return observed(observer, [&]() -> std::pair<std::string, std::string> {
    const auto report = agreement(read_ratings(words.source), words.options);
    return {show_agreement(report, {.format = "json"}), show_agreement(report, {})};
  });
}

}  // namespace

std::string environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::string() : std::string(value);
}

void bind_makers(nb::module_& module) {
  module.def("make", make);
  module.def("negate", negate);
  module.def("describe", described);
  module.def("agreement", agreed);
}

}  // namespace sonde
