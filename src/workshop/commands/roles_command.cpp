#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "apps/cli/command_options.h"
#include "apps/cli/help_text.h"
#include "apps/cli/pair_rows.h"
#include "apps/cli/progress.h"
#include "base/counted.h"
#include "base/names.h"
#include "formats/tables/delimited.h"
#include "roles/role_file.h"
#include "sonde/error.h"
#include "workshop/commands/role_reports.h"
#include "workshop/commands/role_weights_fit.h"
#include "workshop/commands/workshop.h"
#include "workshop/makers/pairs/role_labellers.h"

namespace sonde {
namespace {

struct RoleWords {
  std::string labeller, data, probe, format = "json";
  std::map<std::string, std::string> values;  // for the labellers' options
};

// The sentences to label: one per row, or two.
struct RoleSentences {
  std::size_t sides = 2;
  std::vector<std::string> all;
};

RoleSentences sentences_of_data(const RoleWords& words, const Resources& resources) {
  RoleSentences sentences;
  for (auto& row : read_pair_rows(words.data, words.probe, resources).rows) {
    sentences.all.push_back(std::move(row.first));
    sentences.all.push_back(std::move(row.second));
  }
  return sentences;
}

RoleSentences sentences_of_input() {
  RoleSentences sentences;
  DelimitedReader records(std::cin, "standard input");
  std::vector<std::string> fields;
  while (records.next(fields)) {
    if (sentences.all.empty()) sentences.sides = fields.size();
    if (fields.size() > 2 || fields.size() != sentences.sides) {
      throw input_error("has " + counted(fields.size(), "sentence"), records.place(),
                        "give one sentence per line, or two separated by a tab");
    }
    for (auto& field : fields) {
      if (field.find_first_not_of(' ') == field.npos) {
        throw input_error("an empty sentence", records.place(), "remove the line");
      }
      sentences.all.push_back(std::move(field));
    }
  }
  if (!sentences.all.empty()) return sentences;
  throw input_error("no sentence is there", {"standard input"}, "give one sentence per line");
}

// Labels each distinct sentence once.
class RoleLabelling {
 public:
  RoleLabelling(RoleLabeller& labeller, Observer& observer)
      : labeller_(labeller), observer_(observer) {}

  RoleRows label(const RoleSentences& sentences) {
    std::vector<std::string> distinct;
    std::unordered_map<std::string, std::size_t> places;
    for (const auto& sentence : sentences.all) {
      if (places.try_emplace(sentence, distinct.size()).second) distinct.push_back(sentence);
    }
    const auto labelled = label_all(distinct);
    RoleRows roles{sentences.sides, {}};
    bool doubtful = false;
    for (const auto& sentence : sentences.all) {
      const auto& [frame, doubt] = labelled[places.at(sentence)];
      roles.frames.push_back(frame);
      roles.doubts.push_back(doubt);
      doubtful = doubtful || !doubt.empty();
    }
    if (!doubtful) roles.doubts.clear();
    return roles;
  }

 private:
  std::vector<LabelledSentence> label_all(std::span<const std::string> sentences) {
    constexpr std::size_t kBlock = 64;
    std::vector<LabelledSentence> labelled;
    observer_.begin("labelling", sentences.size());
    while (labelled.size() < sentences.size()) {
      if (observer_.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
      const auto rest = sentences.subspan(labelled.size());
      for (auto& one : labeller_.label(rest.first(std::min(kBlock, rest.size())))) {
        labelled.push_back(std::move(one));
      }
      observer_.advance(labelled.size());
    }
    return labelled;
  }

  RoleLabeller& labeller_;
  Observer& observer_;
};

// The options of all labellers, of which the chosen one takes its own.
void add_labeller_options(CLI::App& app, RoleWords& words) {
  std::map<std::string, std::string> takers;
  for (const auto& kind : role_labeller_kinds()) {
    for (const auto& option : kind.options) {
      auto& names = takers[std::string(option.name)];
      names += (names.empty() ? "" : ", ") + std::string(kind.name);
    }
  }
  std::set<std::string> added;
  for (const auto& kind : role_labeller_kinds()) {
    for (const auto& option : kind.options) {
      const std::string name(option.name);
      if (!added.insert(name).second) continue;
      app.add_option("--" + name, words.values[name],
                     takers[name] + ": " + std::string(option.help))
          ->option_text(std::string(option.form));
    }
  }
}

std::string labellers_help() {
  std::vector<Line> rows;
  for (const auto& kind : role_labeller_kinds()) rows.emplace_back(kind.name, kind.help);
  const std::array verbs{Line{"fit", "fit weights of roles to a data set's gold values"},
                         Line{"score", "score roles against a reference"},
                         Line{"kinds", "label each pair with its kind of difference"}};
  return help_section("Labellers", rows) + "\n" + help_section("Commands", verbs) +
         "\n`sonde roles COMMAND --help` explains one.";
}

RoleWords parse_role_words(std::vector<std::string> args, RoleLabellerRequest& request) {
  RoleWords words;
  const auto app = option_parser(
      "roles",
      "Labels the semantic roles of sentences (one per line, or two separated by a tab) for the "
      "scorer roles:FILE.json.");
  app->add_option("--labeller", words.labeller, "the labeller, see below")->required();
  app->add_option("--data", words.data, "read a data set of pairs instead of standard input");
  app->add_option("--probe", words.probe, "probe that reads it, if the data set names none");
  app->add_option("--format", words.format, "json or tsv; default: json");
  add_labeller_options(*app, words);
  app->footer(labellers_help());
  parse(*app, std::move(args));
  for (const auto& [name, value] : words.values) {
    if (app->count("--" + name) > 0) request.options[name] = value;
  }
  if (words.format != "json" && words.format != "tsv") {
    throw usage_error("unknown format '" + words.format + "'", "use json or tsv");
  }
  return words;
}

}  // namespace

int roles_command(std::vector<std::string> args, const Surroundings& surroundings) {
  if (!args.empty() && args.front() == "fit") {
    args.erase(args.begin());
    return fit_role_weights(std::move(args), surroundings);
  }
  if (!args.empty() && (args.front() == "score" || args.front() == "kinds")) {
    const bool score = args.front() == "score";
    args.erase(args.begin());
    return score ? score_roles(std::move(args)) : find_pair_kinds(std::move(args));
  }
  RoleLabellerRequest request;
  const RoleWords words = parse_role_words(std::move(args), request);
  Progress progress(surroundings.error_is_terminal);
  request.variable = surroundings.variable;
  request.note = [&](const std::string& line) { progress.note(line); };
  request.stop = [&] { return progress.stop(); };
  const auto labeller = make_role_labeller(words.labeller, request);
  const auto sentences =
      words.data.empty() ? sentences_of_input() : sentences_of_data(words, surroundings.resources);
  RoleLabelling labelling(*labeller, progress);
  const RoleRows roles = labelling.label(sentences);
  print_text(words.format == "tsv" ? roles_tsv(roles) : roles_json(roles), words.format);
  for (const auto& line : lines_of_doubts(roles)) progress.note(line);
  return 0;
}

}  // namespace sonde
