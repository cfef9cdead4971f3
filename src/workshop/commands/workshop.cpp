#include "workshop/commands/workshop.h"

#include <array>
#include <string>

#include "sonde/maker.h"
#include "workshop/makers/pairs/role_labellers.h"

namespace sonde {
namespace {

constexpr std::array kWorkshopCommands{
    Command{"audit", "find out which changes of your own sentences encoders confuse",
            audit_command},
    Command{"make", "make data sets from documents and a chat server", make_command},
    Command{"negate", "negate sentences by rules of grammar, or take negations away",
            negate_command},
    Command{"rate", "let people rate a data set in their browsers", rate_command},
    Command{"roles", "label the semantic roles of sentences; score, weigh and compare them",
            roles_command},
};

Lines makers(const Surroundings&) {
  Lines all;
  for (const auto& kind : maker_kinds()) {
    all.lines.emplace_back(std::string(kind.name) + " " + std::string(kind.form), kind.help);
  }
  return all;
}

Lines labellers(const Surroundings&) {
  Lines all;
  for (const auto& kind : role_labeller_kinds()) all.lines.emplace_back(kind.name, kind.help);
  return all;
}

constexpr std::array kWorkshopListings{Listing{"makers", makers}, Listing{"labellers", labellers}};

}  // namespace

Extension workshop_extension() { return {kWorkshopCommands, kWorkshopListings}; }

}  // namespace sonde
