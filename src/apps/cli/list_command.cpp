#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "base/names.h"
#include "base/printable.h"
#include "encoders/shared/memory_need.h"
#include "run/tasks/derived.h"
#include "sonde/dataset.h"
#include "sonde/encoder.h"
#include "sonde/error.h"
#include "sonde/probe.h"
#include "sonde/scorer.h"

namespace sonde {
namespace {

template <class Kinds>
Lines lines_of(const Kinds& kinds) {
  Lines all;
  for (const auto& kind : kinds) all.lines.emplace_back(kind.form, kind.help);
  return all;
}

// Encoders that need no file, folder or server come first.
Lines encoders(const Surroundings&) {
  Lines all = lines_of(encoder_kinds());
  const auto others = std::ranges::stable_partition(
      all.lines, [](const Line& line) { return line.first.find(':') == std::string::npos; });
  for (auto& line : std::ranges::subrange(all.lines.begin(), others.begin())) {
    line.second = "ready to use: " + line.second;
  }
  return all;
}

Lines scorers(const Surroundings&) {
  Lines all = lines_of(scorer_kinds());
  for (auto& line : lines_of(derived_kinds()).lines) all.lines.push_back(std::move(line));
  return all;
}
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

Lines all_commands(const Surroundings& surroundings) {
  Lines all;
  for (const auto& command : commands(surroundings.extension))
    all.lines.emplace_back(command.name, command.help);
  return all;
}

constexpr std::array kListings{Listing{"encoders", encoders}, Listing{"scorers", scorers},
                               Listing{"probes", probes}, Listing{"datasets", datasets},
                               Listing{"commands", all_commands}};

// The instrument's listings, then those of the extension.
std::vector<Listing> listings(const Extension& extension) {
  std::vector<Listing> all(kListings.begin(), kListings.end());
  all.insert(all.end(), extension.listings.begin(), extension.listings.end());
  return all;
}

std::string names_of(std::span<const Listing> all) {
  std::string names;
  for (const auto& one : all) names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

void print(const std::vector<Line>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.first.size());
  for (const auto& [name, help] : lines) {
    std::fputs(fmt::format("  {:<{}}  {}\n", printable(name), width, printable(help)).c_str(),
               stdout);
  }
}

std::string in_gibibytes(std::size_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / (1 << 30));
}

void add_memory(const MemoryNeed& need, std::vector<Line>& lines) {
  const std::string way = need.way.empty() ? "" : ", memory=" + need.way;
  lines.insert(lines.end(),
               {{"weights on disk", in_gibibytes(need.on_disk) + ", mapped while they are used"},
                {"memory for weights", in_gibibytes(need.weights) + " in " + need.precision + way},
                {"memory for work", in_gibibytes(need.working) + " at the length limit"},
                {"least memory", in_gibibytes(need.least)}});
  if (!way.empty()) {
    lines.emplace_back("least memory by the other way",
                       in_gibibytes(need.other_least) + ", memory=" + need.other_way);
  }
  lines.emplace_back("memory available", in_gibibytes(need.available));
}

void describe_encoder(const std::string& spec, const EncoderContext& context) {
  const auto encoder = make_encoder(parse_spec(spec), context);
  std::vector<Line> lines = encoder->views().front().facts;
  lines.emplace_back("numerics", encoder->views().front().numerics);
  if (const auto need = memory_need(*encoder)) add_memory(*need, lines);
  print(lines);
}

}  // namespace

int list_command(std::vector<std::string> words, const Surroundings& surroundings) {
  std::string what;
  const auto all = listings(surroundings.extension);
  const auto app = option_parser("list", "Lists what this program has.");
  app->add_option("what", what, names_of(all) + "; default: all");
  std::string described;
  EncoderContext context{surroundings.resources, 0};
  app->add_option("--describe", described,
                  "with encoders: what is known of one before it is loaded");
  app->add_option("--threads", context.threads, "with --describe; 0: all")->check(whole_number());
  parse(*app, std::move(words));
  if (!described.empty()) {
    if (what != "encoders") throw usage_error("--describe is of `sonde list encoders`");
    describe_encoder(described, context);
    return 0;
  }
  std::optional<Error> first;
  const auto show = [&](const Listing& listing) {
    const auto [lines, error] = listing.lines(surroundings);
    print(lines);
    if (!first) first = error;
  };
  if (!what.empty()) {
    show(find_row(std::span(all), "list", what));
  } else {
    for (const auto& listing : all) {
      std::printf("%s\n", listing.name.data());
      show(listing);
    }
  }
  if (first) throw *first;
  return 0;
}

}  // namespace sonde
