#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/described_data.h"
#include "apps/cli/help_text.h"
#include "base/default_model.h"
#include "base/names.h"
#include "base/printable.h"
#include "encoders/shared/memory_need.h"
#include "report/text_table.h"
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

// The default encoder needs its model.
std::string readiness(const std::string& encoder, const Resources& resources) {
  try {
    if (encoder == kDefaultEncoder) default_model_folder(resources);
    return "ready to use: ";
  } catch (const Error& error) {
    return "not installed (" + error.advice() + "): ";
  }
}

// Encoders that need no file, folder or server come first.
Lines encoders(const Surroundings& surroundings) {
  Lines all = lines_of(encoder_kinds());
  const auto others = std::ranges::stable_partition(
      all.lines, [](const Line& line) { return line.first.find(':') == std::string::npos; });
  for (auto& line : std::ranges::subrange(all.lines.begin(), others.begin())) {
    line.second = readiness(line.first, surroundings.resources) + line.second;
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

// A pipe gets each line whole.
void print(const std::vector<Line>& lines, const Surroundings& surroundings) {
  const std::size_t width = surroundings.output_is_terminal ? text_width() : kUnwrapped;
  for (const auto& line : help_rows(lines, width)) std::fputs(line.c_str(), stdout);
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

void describe_encoder(const std::string& spec, const Surroundings& surroundings,
                      std::size_t threads) {
  const EncoderContext context{surroundings.resources, threads};
  const auto encoder = make_encoder(parse_spec(spec), context);
  std::vector<Line> lines = encoder->views().front().facts;
  lines.emplace_back("numerics", encoder->views().front().numerics);
  if (const auto need = memory_need(*encoder)) add_memory(*need, lines);
  print(lines, surroundings);
}

struct ListWords {
  std::string what;
  std::vector<std::string> names;
  DataWords data;
  std::size_t threads = 0;
};

ListWords parse_list_words(std::vector<std::string> args, std::span<const Listing> all) {
  ListWords words;
  const auto app =
      option_parser("list", "Lists what this program has, or describes what you name.");
  app->add_option("what", words.what, names_of(all) + "; default: all");
  app->add_option("name", words.names,
                  "after encoders: specifications to describe without loading them; after "
                  "datasets: names, cards or files, to show shared words and sentence lengths")
      ->take_all();
  app->add_option("--describe", words.names)->group("");  // until 1.0
  add_data_options(*app, words.data);
  add_threads(*app, words.threads);
  parse(*app, std::move(args));
  const bool of_data = words.what == "datasets" && !words.names.empty();
  if (!of_data) {
    refuse_options(*app, {"--probe", "--format", "--length-like", "--out"},
                   "goes with `sonde list datasets NAME`");
  }
  return words;
}

void describe_named(const ListWords& words, const Surroundings& surroundings) {
  if (words.what == "datasets") {
    return describe_data(words.data, {words.names, {}, surroundings.resources, words.threads});
  }
  if (words.what != "encoders") {
    throw usage_error("only encoders and data sets are described",
                      "`sonde list encoders SPEC`, `sonde list datasets NAME`");
  }
  for (const auto& spec : words.names) describe_encoder(spec, surroundings, words.threads);
}

}  // namespace

int list_command(std::vector<std::string> args, const Surroundings& surroundings) {
  const auto all = listings(surroundings.extension);
  const ListWords words = parse_list_words(std::move(args), all);
  if (!words.names.empty()) return describe_named(words, surroundings), 0;
  std::optional<Error> first;
  const auto show = [&](const Listing& listing) {
    const auto [lines, error] = listing.lines(surroundings);
    print(lines, surroundings);
    if (!first) first = error;
  };
  if (!words.what.empty()) {
    show(find_row(std::span(all), "list", words.what));
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
