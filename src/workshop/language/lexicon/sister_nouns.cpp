#include "workshop/language/lexicon/sister_nouns.h"

#include <functional>
#include <map>

#include "base/parse.h"

namespace sonde {
namespace {

// A noun, and those that may stand in its place.
constexpr std::string_view kSisters = R"(
car: truck; truck: car; automobile: truck motorcycle; taxi: limousine; bicycle: motorcycle;
motorcycle: bicycle; ship: yacht; yacht: ship; boat: raft; canoe: raft; raft: canoe boat;
horse: donkey mule; mule: horse donkey; camel: donkey; goat: pig; pig: goat; cat: dog;
squirrel: rabbit rat; rabbit: squirrel rat; rat: squirrel rabbit; lion: tiger leopard bear;
bear: lion; eagle: hawk falcon vulture; hawk: eagle; falcon: eagle; vulture: eagle hawk;
pigeon: sparrow; sparrow: pigeon robin; duck: swan; shark: whale; bee: wasp hornet;
ant: beetle spider; beetle: ant spider; spider: beetle; moth: butterfly; snake: lizard;
lizard: snake; apple: pear peach plum; pear: apple peach plum; potato: carrot;
rose: tulip lily daisy; tulip: rose lily daisy; lily: rose tulip; daisy: rose tulip;
elm: oak maple; breakfast: lunch supper; lunch: breakfast supper; supper: breakfast lunch;
coffee: tea; beer: wine; whiskey: brandy vodka; pork: beef; kitchen: bedroom; bathroom: bedroom;
bedroom: bathroom; attic: cellar basement garage; cellar: garage; basement: garage;
apartment: house; restaurant: hotel; museum: library; warehouse: factory; cathedral: temple;
mosque: temple; fence: wall; shirt: sweater jacket; sweater: shirt jacket; blouse: shirt sweater;
hat: scarf helmet cap; scarf: shawl; shoe: boot; sofa: bed; jar: bottle; vase: bowl jug; jug: jar;
shovel: rake; spoon: fork; piano: guitar violin; guitar: violin piano; violin: guitar cello;
cello: guitar violin; trumpet: flute clarinet; flute: trumpet clarinet; rifle: pistol;
pistol: rifle; sword: dagger; necklace: bracelet; cigarette: cigar;
)";

using Sisters = std::map<std::string, std::vector<std::string>, std::less<>>;

const Sisters& all_sisters() {
  static const Sisters kAll = [] {
    Sisters all;
    for (const auto line : parts_of(kSisters, '\n')) {
      for (const auto entry : parts_of(line, ';')) {
        const auto parts = parts_of(trimmed(entry), ':');
        if (parts.size() < 2) continue;
        const auto others = parts_of(trimmed(parts[1]), ' ');
        all[std::string(parts[0])].assign(others.begin(), others.end());
      }
    }
    return all;
  }();
  return kAll;
}

}  // namespace

std::vector<std::string> sister_nouns(std::string_view noun) {
  const auto found = all_sisters().find(noun);
  return found == all_sisters().end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> nouns_with_sisters() {
  std::vector<std::string> nouns;
  for (const auto& [noun, others] : all_sisters()) nouns.push_back(noun);
  return nouns;
}

}  // namespace sonde
