#include "workshop/commands/workshop.h"

#include <array>
#include <string>

#include "sonde/maker.h"
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

}  // namespace

Extension workshop_extension() {
  return {kWorkshopCommands, kWorkshopListings, kWorkshopFormerNames};
}

}  // namespace sonde
