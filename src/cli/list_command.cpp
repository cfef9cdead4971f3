#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/names.h"
#include "base/printable.h"
#include "cli/command.h"
#include "cli/options.h"
#include "sonde/dataset.h"
#include "sonde/encoder.h"
#include "sonde/maker.h"
#include "sonde/probe.h"
#include "sonde/scorer.h"

namespace sonde {
namespace {

using Line = std::pair<std::string, std::string>;

template <class Kinds>
std::vector<Line> lines_of(const Kinds& kinds) {
  std::vector<Line> lines;
  for (const auto& kind : kinds) lines.emplace_back(kind.form, kind.help);
  return lines;
}

std::vector<Line> encoders(const Surroundings&) { return lines_of(encoder_kinds()); }
std::vector<Line> scorers(const Surroundings&) { return lines_of(scorer_kinds()); }
std::vector<Line> probes(const Surroundings&) { return lines_of(probe_kinds()); }

std::vector<Line> datasets(const Surroundings& surroundings) {
  std::vector<Line> lines;
  for (const auto& card : list_cards(surroundings.resources.data)) {
    std::string facts = card.probe;
    if (!card.language.empty()) facts += ", " + card.language;
    if (!card.version.empty()) facts += ", version " + card.version;
    lines.emplace_back(card.name, card.title + (card.title.empty() ? "" : " ") + "(" + facts + ")");
  }
  return lines;
}

std::vector<Line> makers(const Surroundings&) {
  std::vector<Line> lines;
  for (const auto& kind : maker_kinds()) {
    lines.emplace_back(std::string(kind.name) + " " + std::string(kind.form), kind.help);
  }
  return lines;
}

std::vector<Line> all_commands(const Surroundings&) {
  std::vector<Line> lines;
  for (const auto& command : commands()) lines.emplace_back(command.name, command.help);
  return lines;
}

struct Listing {
  std::string_view name;
  std::vector<Line> (*lines)(const Surroundings&);
};
constexpr std::array kListings{Listing{"encoders", encoders}, Listing{"scorers", scorers},
                               Listing{"probes", probes},     Listing{"datasets", datasets},
                               Listing{"makers", makers},     Listing{"commands", all_commands}};

void print(const std::vector<Line>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.first.size());
  for (const auto& [name, help] : lines) {
    std::fputs(fmt::format("  {:<{}}  {}\n", printable(name), width, printable(help)).c_str(),
               stdout);
  }
}

}  // namespace

int list_command(std::vector<std::string> words, const Surroundings& surroundings) {
  std::string what;
  const auto app =
      option_parser("list", "Lists encoders, scorers, probes, datasets, makers or commands.");
  app->add_option("what", what,
                  "encoders, scorers, probes, datasets, makers, commands; default: all");
  parse(*app, std::move(words));
  if (!what.empty()) return print(find_row(kListings, "list", what).lines(surroundings)), 0;
  for (const auto& listing : kListings) {
    std::printf("%s\n", listing.name.data());
    print(listing.lines(surroundings));
  }
  return 0;
}

}  // namespace sonde
