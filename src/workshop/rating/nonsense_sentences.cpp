#include "workshop/rating/nonsense_sentences.h"

#include <array>

#include "formats/lines.h"
#include "sonde/error.h"

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

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> sentences;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") != line.npos) sentences.emplace_back(line);
  }
  if (sentences.empty())
    throw input_error("the file has no sentence", {file.string()}, "one a line");
  return sentences;
}

}  // namespace

std::vector<std::string> nonsense_sentences(std::string_view language,
                                            const std::filesystem::path& file) {
  if (!file.empty()) return lines_of(file);
  const std::string_view main = language.substr(0, language.find_first_of("-_"));
  if (main.empty() || main == "en") return {kEnglish.begin(), kEnglish.end()};
  if (main == "nl") return {kDutch.begin(), kDutch.end()};
  throw usage_error(
      "attention checks need sentences that make no sense, and sonde has none for the language '" +
          std::string(language) + "'",
      "name a file of some with --nonsense, one a line, half as many as checks; or say --checks 0");
}

}  // namespace sonde
