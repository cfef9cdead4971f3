#include "workshop/commands/make_negations.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command_options.h"
#include "apps/cli/sentence_lines.h"
#include "base/counted.h"
#include "base/default_text.h"
#include "base/output_file.h"
#include "sonde/error.h"
#include "sonde/negation.h"

namespace sonde {
namespace {

struct NegationWords {
  NegationOptions options;
  std::string in, out, language = "en", format = "tsv";
};

NegationWords parse_negation_words(std::vector<std::string> args) {
  NegationWords words;
  const auto app = option_parser(
      "make negations",
      "Writes each sentence with its negation and the rules applied, or the reason why it has "
      "none (docs/reference/negation.md).");
  app->add_option("in", words.in,
                  "a file with one sentence per line; default or -: standard input");
  app->add_option("--out", words.out, "a new file; default: standard output");
  app->add_flag("--affirm", words.options.affirm, "remove negations instead");
  app->add_flag("--contract", words.options.contract, "write isn't instead of is not");
  app->add_option("--verb", words.options.verb,
                  "negate at this verb, in any form; default: the main verb");
  app->add_option(
         "--occurrence", words.options.occurrence,
         with_default("which occurrence of the verb, if it has several", words.options.occurrence))
      ->check(whole_number(1));
  app->add_option("--language", words.language, with_default("en or nl", words.language));
  app->add_option("--format", words.format, with_default("tsv or jsonl", words.format));
  parse(*app, std::move(args));
  if (words.format != "tsv" && words.format != "jsonl") {
    throw usage_error("unknown format '" + words.format + "'", "use tsv or jsonl");
  }
  return words;
}

std::shared_ptr<const Negator> negator_of(const std::string& language) {
  if (language == "en") return english_negator();
  if (language == "nl") return dutch_negator();
  throw usage_error("unknown language '" + language + "'", "use en or nl");
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

std::string text_of(const NegatedLine& line, const std::string& format) {
  if (format == "jsonl") {
    return nlohmann::ordered_json{{"sentence", line.sentence},
                                  {"result", line.result},
                                  {"rules", line.rules},
                                  {"refusal", line.refusal}}
               .dump() +
           "\n";
  }
  std::string text(line.sentence);
  text.append("\t").append(line.result).append("\t").append(listed(line.rules));
  return text.append("\t").append(line.refusal).append("\n");
}

// Prints each line at once, or writes them all to a file.
class NegationOutput {
 public:
  NegationOutput(std::string file, std::string format)
      : file_(std::move(file)), format_(std::move(format)) {
    if (!file_.empty()) check_output(file_, kPlainOutput, false, "--out");
  }
  void add(const std::string& text) {
    if (file_.empty()) {
      print_text(text, format_);
    } else {
      gathered_ += text;
    }
  }
  void finish() const {
    if (!file_.empty()) write_output(file_, kPlainOutput, false, "--out", gathered_);
  }

 private:
  std::string file_, format_, gathered_;
};

void check_line(std::string_view line, const Place& place, const std::string& format) {
  if (format == "tsv" && line.find('\t') != line.npos) {
    throw input_error("has a tab", place, "give one sentence per line, or ask for --format jsonl");
  }
}

}  // namespace

int make_negations(std::vector<std::string> args) {
  const NegationWords words = parse_negation_words(std::move(args));
  const auto negator = negator_of(words.language);
  NegationOutput out(words.out, words.format);
  SentenceLines lines(words.in);
  std::map<std::string, std::uint64_t> refused;
  std::uint64_t count = 0, made = 0;
  if (words.format == "tsv") out.add("sentence\tresult\trules\trefusal\n");
  for (std::string_view sentence; lines.next(sentence); ++count) {
    check_line(sentence, lines.place(), words.format);
    const NegatedLine line = line_of(sentence, negator->negate(sentence, words.options));
    out.add(text_of(line, words.format));
    line.refusal.empty() ? ++made : ++refused[line.refusal];
  }
  out.finish();
  say(std::to_string(made) + " of " + counted(count, "sentence"));
  for (const auto& [why, number] : refused) say("refused, " + why + ": " + std::to_string(number));
  return 0;
}

}  // namespace sonde
