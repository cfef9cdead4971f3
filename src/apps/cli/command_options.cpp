#include "apps/cli/command_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "apps/cli/help_text.h"
#include "base/default_text.h"
#include "base/names.h"
#include "base/parse.h"
#include "base/printable.h"
#include "sonde/error.h"
#include "sonde/probe.h"

namespace sonde {
namespace {

std::string help_advice(const CLI::App& app) { return "see " + app.get_name() + " --help"; }

// Throws for words the parser could not place: a misspelt option gets the nearest one.
[[noreturn]] void throw_extra(const CLI::App& app, const std::string& message) {
  std::vector<std::string> known;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const auto& word : app.remaining()) {
    if (word.starts_with("--plugin")) {
      throw usage_error("unknown option '--plugin'",
                        "plugins need the command `sonde` of the Python package: "
                        "docs/guides/python.md");
    }
    if (word.starts_with("-")) throw_unknown("option", word.substr(0, word.find('=')), known);
  }
  throw usage_error(message, help_advice(app));
}

}  // namespace

std::unique_ptr<CLI::App> option_parser(const std::string& command, const std::string& help) {
  auto app = std::make_unique<CLI::App>(help, "sonde " + command);
  app->option_defaults()->take_last();
  app->formatter(help_formatter());
  return app;
}

void refuse_options(const CLI::App& app, std::initializer_list<const char*> options,
                    const std::string& why) {
  for (const char* option : options) {
    if (app.count(option) == 0) continue;
    throw usage_error(std::string(option) + " " + why, help_advice(app));
  }
}

CLI::Validator whole_number(std::int64_t least) {
  const auto check = [least](const std::string& word) -> std::string {
    const bool digits = !word.empty() && word.find_first_not_of("0123456789") == word.npos;
    const auto number = parse_number<std::int64_t>(word);
    if (!digits || (number && *number < least)) {
      return "'" + word + "' is not a whole number, " + std::to_string(least) + " or more";
    }
    if (number) return "";
    return word + " is more than " + std::to_string(std::numeric_limits<std::int64_t>::max());
  };
  return {check, ""};
}

void add_threads(CLI::App& app, std::size_t& into, const std::string& when) {
  app.add_option("--threads", into, when + "number of threads; default: all cores")
      ->check(whole_number());
}

std::string replicates_help(const std::string& otherwise) {
  return with_default(
      fmt::format("bootstrap replicates, {} to {}", kFewestReplicates, kMostReplicates), otherwise);
}

std::uint64_t gibibytes(std::uint64_t count) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 33;
  return std::min(count, kMost) << 30;
}

void add_specs(std::vector<Spec>& specs, const std::vector<std::string>& words) {
  for (const auto& word : words) specs.push_back(parse_spec(word));
}

std::filesystem::path chosen_store(const std::string& word, const Resources& resources) {
  if (word == "none" || (word.empty() && resources.cache.empty())) return {};
  return word.empty() ? resources.cache / "vectors.sqlite" : std::filesystem::path(word);
}

void say(std::string_view line) {
  constexpr std::size_t kLongest = 2000;
  std::fflush(stdout);  // both may go to one file
  std::fprintf(stderr, "sonde: %s\n", printable(shortened(line, kLongest)).c_str());
}

void print_text(std::string_view text, std::string_view format) {
  static const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
  std::string shown;
  if (is_terminal && format != "text") {
    shown = format.starts_with("json") ? printable_json(text) : printable_field(text);
    text = shown;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw outside_error("cannot write to standard output");
  }
}

void parse(CLI::App& app, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // the order of CLI11
  try {
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    throw HelpShown{};
  } catch (const CLI::ExtrasError& error) {
    throw_extra(app, error.what());
  } catch (const CLI::RequiredError& error) {
    const std::string message = error.what();
    throw usage_error("missing: " + message.substr(0, message.find(' ')), help_advice(app));
  } catch (const CLI::ConversionError& error) {
    // "Could not convert: --threshold = abc"
    const std::string message = error.what();
    const auto option = message.find("--"), value = message.find(" = ");
    if (option == message.npos || value == message.npos) throw usage_error(message);
    throw usage_error("'" + message.substr(value + 3) + "' is not a number, which " +
                          message.substr(option, value - option) + " needs",
                      help_advice(app));
  } catch (const CLI::ParseError& error) {
    throw usage_error(error.what(), help_advice(app));
  }
}

ShowOptions show_options() {
  ShowOptions options;
  for (const auto& kind : probe_kinds()) {
    if (kind.spread_by_language.empty()) continue;
    options.spread_by_language.emplace(kind.name, kind.spread_by_language);
  }
  return options;
}

}  // namespace sonde
