#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command_options.h"
#include "apps/cli/help_text.h"
#include "apps/cli/progress.h"
#include "apps/server/request_guard.h"
#include "base/counted.h"
#include "base/default_text.h"
#include "base/names.h"
#include "base/output_set.h"
#include "report/page/page_bundle.h"
#include "sonde/dataset.h"
#include "sonde/error.h"
#include "workshop/commands/rate_agreement.h"
#include "workshop/commands/workshop.h"
#include "workshop/rating/design.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/project.h"
#include "workshop/rating/rate_serve.h"
#include "workshop/rating/rater_answers.h"
#include "workshop/rating/rating_results.h"
#include "workshop/rating/rating_sheet.h"

namespace sonde {
namespace {

constexpr int kRatePort = 8300;  // the same each time, so that links stay what they are

struct NewWords {
  std::string data, out, title;
  RatingDesign design;
};

NewWords parse_new(std::vector<std::string> words) {
  NewWords given;
  RatingDesign& design = given.design;
  const auto app =
      option_parser("rate new",
                    "Makes a rating project from a data set: which person rates which items, and "
                    "in which order.");
  app->add_option("data", given.data, "a data set, named as for --data of `sonde run`")->required();
  app->add_option("--out", given.out, "the project's folder (created)")->required();
  app->add_option("--ask", design.kind, rating_form_names() + "; default: by the data set");
  app->add_option("--title", given.title, "title that raters see at the top of the page");
  const auto count = [&](const char* name, auto& into, const std::string& help) {
    app->add_option(name, into, help)->check(whole_number());
  };
  count("--people", design.raters, "number of raters; default: as few as needed");
  count("--per-item", design.per_item, with_default("number of ratings per item", design.per_item));
  count("--per-person", design.per_rater, with_default("most items per rater", design.per_rater));
  count("--checks", design.checks, "attention checks per rater; default: 10 for similarity");
  app->add_option("--nonsense", design.nonsense,
                  "nonsense sentences, one per line, for attention checks in languages other than "
                  "English and Dutch");
  count("--draw", design.draw, "number of items to draw; default: all");
  app->add_option("--by", design.by, "a label: draw that many items for each of its values");
  count("--seed", design.seed, with_default("random seed", design.seed));
  parse(*app, std::move(words));
  return given;
}

int new_project(std::vector<std::string> words, const Surroundings& surroundings) {
  const NewWords given = parse_new(std::move(words));
  const Card card = find_dataset(given.data, surroundings.resources.data);
  auto read = read_rating_items(card, given.design.kind);
  if (read.left_out > 0) {
    say(counted(read.left_out, "record has", "records have") + " nothing to ask and are left out");
  }
  RatingProject project = design_project(std::move(read), given.design, card);
  if (!given.title.empty()) project.guideline.title = given.title;
  for (auto& rater : project.raters) rater.token = new_token();
  write_project(given.out, project);
  say("wrote " + given.out + ": " + counted(project.items.size(), "item") +
      " with attention checks, " + counted(project.raters.size(), "person", "people"));
  say("its texts may be changed in project.toml; then: sonde rate serve " + given.out);
  return 0;
}

void tell_flaws(const LedgerFlaws& flaws, std::size_t foreign = 0) {
  const auto tell = [](std::size_t count, const char* why) {
    if (count > 0) say(counted(count, "line") + " of answers.ledger don't count: " + why);
  };
  tell(flaws.damaged, "damaged on disk");
  tell(flaws.missing, "missing; were they removed?");
  tell(foreign, "foreign");
}

void tell_links(const RatingLinks& links) {
  for (const auto& link : links.raters) {
    print_text(link.name + "\t" + link.address + "\t" + std::to_string(link.done) + " of " +
               std::to_string(link.turns) + "\n");
  }
  std::fflush(stdout);
  tell_flaws(links.flaws);
  say(rate_bundle().empty()
          ? "this sonde was built without Node.js and has no page for raters"
          : "send each link to one person; Ctrl-C ends. Your page with the progress of all: " +
                links.organiser);
}

int serve_project(std::vector<std::string> words, const Surroundings& surroundings) {
  std::string project;
  RateServePlan plan;
  plan.port = kRatePort;
  const auto app = option_parser("rate serve", "Serves the page of a rating project on 127.0.0.1.");
  app->add_option("project", project, "the project's folder")->required();
  app->add_option("--port", plan.port,
                  fmt::format("default: {}, so that links stay valid; 0: any free port", kRatePort))
      ->check(CLI::Range(0, 65535));
  app->add_option("--address", plan.address,
                  "public address https://NAME, if your web server forwards to this page");
  parse(*app, std::move(words));
  plan.project = project;
  Progress progress(surroundings.error_is_terminal);
  serve_rating(plan, progress, tell_links);
  return 0;
}

struct OutWords {
  std::string project, out;
};

OutWords parse_out(const std::string& command, const std::string& help,
                   std::vector<std::string> words) {
  OutWords given;
  const auto app = option_parser("rate " + command, help);
  app->add_option("project", given.project, "the project's folder")->required();
  app->add_option("--out", given.out, "the folder to write")->required();
  parse(*app, std::move(words));
  return given;
}

int write_sheets(std::vector<std::string> words, const Surroundings&) {
  const auto given =
      parse_out("sheet", "Writes one sheet per person, for people who rate in a spreadsheet.",
                std::move(words));
  const RatingProject project = read_project(given.project);
  std::vector<OutputFile> files{{"guidelines.txt", guidelines_text(project)}};
  for (std::size_t i = 0; i < project.raters.size(); ++i) {
    files.push_back({project.raters[i].name + ".tsv", sheet_of(project, i)});
  }
  write_output_set(given.out, kSheetSet, files);
  say("wrote guidelines.txt and " + counted(project.raters.size(), "sheet") + " to " + given.out);
  return 0;
}

std::size_t rater_named(const RatingProject& project, const std::string& name) {
  const Rater& rater = find_row(project.raters, "person", name);
  return static_cast<std::size_t>(&rater - project.raters.data());
}

int take_filled_sheet(std::vector<std::string> words, const Surroundings&) {
  std::string project, sheet, person;
  const auto app =
      option_parser("rate take", "Reads the ratings of a filled-in sheet into the project.");
  app->add_option("project", project, "the project's folder")->required();
  app->add_option("sheet", sheet, "the sheet: tabs, or .csv")->required();
  app->add_option("--person", person, "whose it is")->required();
  parse(*app, std::move(words));
  AnswerBook book(project, read_project(project));
  const auto counts = take_sheet(book, rater_named(book.project(), person), sheet);
  say(counted(counts.kept, "answer") + " stored, " + std::to_string(counts.before) +
      " known before, " + std::to_string(counts.empty) + " empty");
  return 0;
}

int export_project(std::vector<std::string> words, const Surroundings&) {
  const auto given = parse_out(
      "export", "Writes the answers, the ratings that count, and the items with their gold values.",
      std::move(words));
  const RatingProject project = read_project(given.project);
  const auto answers = read_answers(given.project, project);
  const auto files = rating_files(project, answers);
  write_output_set(given.out, kRatingSet, files);
  std::size_t answered = 0, left_out = 0;
  for (const auto& rater : summarise_raters(project, answers)) {
    answered += rater.answered;
    left_out += rater.left_out;
  }
  tell_flaws(answers.flaws, answers.foreign);
  say(counted(answered, "answer") + "; " + counted(left_out, "person", "people") +
      " left out for failed attention checks; wrote " + given.out);
  if (files.size() == 2) say("no answer counts yet: there are no ratings and no gold values");
  return 0;
}

struct RateVerb {
  std::string_view name, help;
  int (*run)(std::vector<std::string> words, const Surroundings& surroundings);
};

constexpr std::array kVerbs{
    RateVerb{"new", "make a rating project from a data set", new_project},
    RateVerb{"serve", "serve the rating page, with one link per person", serve_project},
    RateVerb{"sheet", "write sheets for people who rate in a spreadsheet", write_sheets},
    RateVerb{"take", "read the ratings of a filled-in sheet", take_filled_sheet},
    RateVerb{"export", "write answers, ratings and gold values", export_project},
    RateVerb{"agreement", "measure agreement between people", rate_agreement}};

}  // namespace

int rate_command(std::vector<std::string> words, const Surroundings& surroundings) {
  if (!words.empty() && !words.front().starts_with("-")) {
    const RateVerb& verb = find_row(kVerbs, "command of rate", words.front());
    words.erase(words.begin());
    return verb.run(std::move(words), surroundings);
  }
  const auto app = option_parser("rate", "Lets people rate a data set in their browsers.");
  std::vector<Line> rows;
  for (const auto& verb : kVerbs) rows.emplace_back(verb.name, verb.help);
  app->footer(help_section("Commands", rows) + "\n`sonde rate COMMAND --help` explains one.");
  parse(*app, std::move(words));
  throw usage_error("no command was given", "see `sonde rate --help`");
}

}  // namespace sonde
