#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command_options.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "sonde/negation.h"
#include "workshop/commands/workshop.h"

namespace sonde {
namespace {

struct NegateWords {
  NegationOptions options;
  std::string language = "en", format = "tsv";
};

NegateWords parse_negate_words(std::vector<std::string> args) {
  NegateWords words;
  const auto app = option_parser(
      "negate",
      "Reads sentences, one a line, and writes each with its negation and the rules by which that "
      "came, or with the reason why there is none (docs/reference/negation.md).");
  app->add_flag("--affirm", words.options.affirm, "take negations away");
  app->add_flag("--contract", words.options.contract, "write isn't, in place of is not");
  app->add_option("--verb", words.options.verb,
                  "negate at this verb, in any form; default: the main verb");
  app->add_option("--occurrence", words.options.occurrence,
                  "which one where the verb is there several times; default: 1")
      ->check(CLI::PositiveNumber);
  app->add_option("--language", words.language, "en or nl; default: en");
  app->add_option("--format", words.format, "tsv or jsonl; default: tsv");
  parse(*app, std::move(args));
  if (words.format != "tsv" && words.format != "jsonl") {
    throw usage_error("unknown format '" + words.format + "'", "say tsv or jsonl");
  }
  return words;
}

std::shared_ptr<const Negator> negator_of(const std::string& language) {
  if (language == "en") return english_negator();
  if (language == "nl") return dutch_negator();
  throw usage_error("unknown language '" + language + "'", "say en or nl");
}

struct NegatedLine {
  std::string_view sentence;
  std::string result;
  std::vector<std::string_view> rules;
  std::string refusal;
};

NegatedLine line_of(std::string_view sentence, Negation negation) {
  NegatedLine line{sentence, {}, {}, {}};
  if (const auto* refusal = std::get_if<Refusal>(&negation)) {
    line.refusal = reason(*refusal);
    return line;
  }
  auto& negated = std::get<Negated>(negation);
  line.result = std::move(negated.text);
  line.rules = std::move(negated.rules);
  return line;
}

std::string listed(const std::vector<std::string_view>& rules) {
  std::string text;
  for (const auto rule : rules) text.append(text.empty() ? "" : ", ").append(rule);
  return text;
}

void print_line(const NegatedLine& line, const std::string& format) {
  std::string text;
  if (format == "tsv") {
    text.append(line.sentence).append("\t").append(line.result).append("\t");
    text.append(listed(line.rules)).append("\t").append(line.refusal);
  } else {
    text = nlohmann::ordered_json{{"sentence", line.sentence},
                                  {"result", line.result},
                                  {"rules", line.rules},
                                  {"refusal", line.refusal}}
               .dump();
  }
  text += "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void check_line(std::string_view line, const Place& place, const std::string& format) {
  if (format == "tsv" && line.find('\t') != line.npos) {
    throw input_error("has a tab", place, "give one sentence a line, or ask for --format jsonl");
  }
}

}  // namespace

int negate_command(std::vector<std::string> args, const Surroundings&) {
  const NegateWords words = parse_negate_words(std::move(args));
  const auto negator = negator_of(words.language);
  LineReader lines(std::cin, "standard input");
  std::map<std::string, std::uint64_t> refused;
  std::uint64_t count = 0, made = 0;
  if (words.format == "tsv") std::puts("sentence\tresult\trules\trefusal");
  for (std::string_view sentence; lines.next(sentence); ++count) {
    check_line(sentence, lines.place(), words.format);
    const NegatedLine line = line_of(sentence, negator->negate(sentence, words.options));
    print_line(line, words.format);
    line.refusal.empty() ? ++made : ++refused[line.refusal];
  }
  if (count == 0) {
    throw input_error("no sentence is there", {"standard input"}, "give one sentence a line");
  }
  say(std::to_string(made) + " of " + std::to_string(count) + " sentences");
  for (const auto& [why, number] : refused) say("refused, " + why + ": " + std::to_string(number));
  return 0;
}

}  // namespace sonde
