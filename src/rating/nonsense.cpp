#include "rating/nonsense.h"

#include <array>

namespace sonde {
namespace {

constexpr std::array kEnglish{"The purple Tuesday swallowed seven quiet equations.",
                              "A polite staircase forgave the taste of seven.",
                              "Yesterday's corners are marrying a boiled alphabet.",
                              "The hungry silence ironed its triangular aunt.",
                              "An invisible onion negotiated with the smell of north.",
                              "My square laughter parked beneath a wooden minute.",
                              "The comma drank all the stairs in August.",
                              "Several honest puddles elected a frozen whistle.",
                              "A tall percentage is knitting the shadow of soup.",
                              "The bridge's opinion melted into a left-handed cloud."};

constexpr std::array kDutch{"De paarse dinsdag slikte zeven stille vergelijkingen in.",
                            "Een beleefde trap vergaf de smaak van zeven.",
                            "De hoeken van gisteren trouwen met een gekookt alfabet.",
                            "De hongerige stilte streek haar driehoekige tante.",
                            "Een onzichtbare ui onderhandelde met de geur van het noorden.",
                            "Mijn vierkante lach parkeerde onder een houten minuut.",
                            "De komma dronk in augustus alle trappen op.",
                            "Verschillende eerlijke plassen kozen een bevroren fluitje.",
                            "Een lang percentage breit de schaduw van soep.",
                            "De mening van de brug smolt tot een linkshandige wolk."};

}  // namespace

std::span<const char* const> nonsense_sentences(std::string_view language) {
  if (language == "nl") return kDutch;
  return kEnglish;
}

}  // namespace sonde
