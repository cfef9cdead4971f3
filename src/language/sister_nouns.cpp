#include "language/sister_nouns.h"

#include <algorithm>

#include "base/parse.h"

namespace sonde {
namespace {

// A kind a line. A noun stands in one: what is said of one of them can be said of the others.
constexpr std::string_view kGroups = R"(car truck van bus
cow goat pig horse donkey camel
squirrel rat hamster rabbit
lion tiger leopard bear
eagle hawk falcon vulture
crow pigeon sparrow robin parrot
chicken duck turkey
shark whale dolphin
bee wasp hornet
ant beetle spider
butterfly moth
snake lizard frog turtle
apple pear peach plum
orange banana melon lemon
carrot onion turnip cucumber
breakfast lunch supper
tea coffee
wine beer
soup stew
cake pie
beef pork
kitchen bathroom bedroom
attic cellar
church temple mosque
school library museum theater
factory warehouse
shirt jacket sweater
skirt dress
hat scarf helmet
shoe boot sandal
box basket
bottle jar jug
cup mug
hammer shovel rake
fork spoon
guitar piano violin flute trumpet cello
rifle pistol
rose tulip lily daisy
oak maple elm birch
television radio
refrigerator dishwasher
boat canoe raft
airplane helicopter
door window
magazine newspaper
blanket pillow
necklace bracelet)";

}  // namespace

const std::vector<std::vector<std::string>>& noun_groups() {
  static const std::vector<std::vector<std::string>> kAll = [] {
    std::vector<std::vector<std::string>> groups;
    for (const auto line : parts_of(kGroups, '\n')) {
      const auto nouns = parts_of(line, ' ');
      groups.emplace_back(nouns.begin(), nouns.end());
    }
    return groups;
  }();
  return kAll;
}

std::vector<std::string> sister_nouns(std::string_view noun) {
  for (std::vector<std::string> group : noun_groups()) {
    if (std::erase(group, noun) > 0) return group;
  }
  return {};
}

}  // namespace sonde
