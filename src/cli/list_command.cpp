#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <utility>

#include "base/names.h"
#include "base/printable.h"
#include "cli/command.h"
#include "cli/options.h"
#include "sonde/dataset.h"
#include "sonde/encoder.h"
#include "sonde/error.h"
#include "sonde/maker.h"
#include "sonde/probe.h"
#include "sonde/scorer.h"

namespace sonde {
namespace {

using Line = std::pair<std::string, std::string>;

struct Lines {
  std::vector<Line> lines;
  std::optional<Error> error{};  // what could not be listed
};

template <class Kinds>
Lines lines_of(const Kinds& kinds) {
  Lines all;
  for (const auto& kind : kinds) all.lines.emplace_back(kind.form, kind.help);
  return all;
}

Lines encoders(const Surroundings&) { return lines_of(encoder_kinds()); }
Lines scorers(const Surroundings&) { return lines_of(scorer_kinds()); }
Lines probes(const Surroundings&) { return lines_of(probe_kinds()); }

Lines datasets(const Surroundings& surroundings) {
  auto [cards, error] = list_cards(surroundings.resources.data);
  Lines all{{}, std::move(error)};
  for (const auto& card : cards) {
    std::string facts = card.probe;
    if (!card.language.empty()) facts += ", " + card.language;
    if (!card.version.empty()) facts += ", version " + card.version;
    all.lines.emplace_back(card.name,
                           card.title + (card.title.empty() ? "" : " ") + "(" + facts + ")");
  }
  return all;
}

Lines makers(const Surroundings&) {
  Lines all;
  for (const auto& kind : maker_kinds()) {
    all.lines.emplace_back(std::string(kind.name) + " " + std::string(kind.form), kind.help);
  }
  return all;
}

Lines all_commands(const Surroundings&) {
  Lines all;
  for (const auto& command : commands()) all.lines.emplace_back(command.name, command.help);
  return all;
}

struct Listing {
  std::string_view name;
  Lines (*lines)(const Surroundings&);
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
  std::optional<Error> first;
  const auto show = [&](const Listing& listing) {
    const auto [lines, error] = listing.lines(surroundings);
    print(lines);
    if (!first) first = error;
  };
  if (!what.empty()) {
    show(find_row(kListings, "list", what));
  } else {
    for (const auto& listing : kListings) {
      std::printf("%s\n", listing.name.data());
      show(listing);
    }
  }
  if (first) throw *first;
  return 0;
}

}  // namespace sonde
