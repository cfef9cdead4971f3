#include "workshop/commands/workshop.h"

#include <array>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "sonde/maker.h"
#include "workshop/audit/search/near_misses.h"
#include "workshop/commands/make_negations.h"
#include "workshop/makers/pairs/role_labellers.h"

namespace sonde {
namespace {

constexpr std::array kWorkshopCommands{
    Command{"audit", CommandGroup::kMeasure, "find which changes to your texts encoders miss",
            audit_command},
    Command{"make", CommandGroup::kMakeData,
            "make data sets from documents, sentences or frames by rule", make_command},
    Command{"rate", CommandGroup::kMakeData, "have people rate a data set; measure agreement",
            rate_command},
    Command{"roles", CommandGroup::kMakeData, "label, weigh and compare semantic roles",
            roles_command},
};

constexpr std::array kWorkshopFormerNames{FormerName{"agreement", "sonde rate agreement"},
                                          FormerName{"negate", "sonde make negations"}};

Lines makers(const Surroundings&) {
  Lines all;
  for (const auto& kind : maker_kinds()) {
    all.lines.emplace_back(std::string(kind.name) + " " + std::string(kind.form), kind.help);
  }
  all.lines.emplace_back(std::string(kNegations) + " " + std::string(kNegationsForm),
                         kNegationsHelp);
  return all;
}

Lines labellers(const Surroundings&) {
  Lines all;
  for (const auto& kind : role_labeller_kinds()) all.lines.emplace_back(kind.name, kind.help);
  return all;
}

constexpr std::array kWorkshopListings{Listing{"makers", makers}, Listing{"labellers", labellers}};

// What rules read is loaded when it is first asked for; one thread at a time.
std::vector<std::pair<std::string, std::string>> near_misses_of_pair(const std::string& query,
                                                                     const std::string& passage) {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  static const RuleSources sources = rule_sources("en", 1);
  static RuleTools tools(sources);
  std::vector<std::pair<std::string, std::string>> found;
  for (auto& one : near_misses_of(tools, query, passage)) {
    found.emplace_back(std::move(one.kind), std::move(one.text));
  }
  return found;
}

}  // namespace

Extension workshop_extension() {
  return {kWorkshopCommands, kWorkshopListings, kWorkshopFormerNames, near_misses_of_pair};
}

}  // namespace sonde
