#include <array>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "base/default_text.h"
#include "base/names.h"
#include "report/number_format.h"
#include "report/tables/results_json.h"
#include "report/text_table.h"
#include "run/derived/learned_head.h"
#include "run/heads.h"
#include "sonde/error.h"

namespace sonde {
namespace {

struct HeadsWords {
  std::vector<std::string> encoders, scorers, hidden;
  std::string store, format = "text";
};

// The sizes in the STS3k study (Table 8).
constexpr std::array kSizes{"none", "10", "60,10", "100,100,10"};

void add_options(CLI::App& app, HeadsWords& words, HeadsPlan& plan) {
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* help) {
    app.add_option(name, into, help)->take_all();
  };
  list("--encoder", words.encoders, "[NAME=]KIND:LOCATION?key=value, see `sonde list encoders`");
  list("--scorer", words.scorers, "NAME=head:ENCODER?key=value, and scorers that heads learn from");
  list("--data", plan.run.datasets, "a name of `sonde list datasets`, a card, or a file");
  list("--hidden", words.hidden,
       "units of the hidden layers, such as 60,10; several sizes may be named; default: none, 10, "
       "60,10 and 100,100,10");
  app.add_option("--seeds", plan.seeds, with_default("each size is trained so often", plan.seeds))
      ->check(whole_number());
  app.add_option("--format", words.format, "text, md, tex, csv or json");
  app.add_option("--store", words.store,
                 "the vector store's file, or none; default: in the user's cache folder");
  app.add_option("--limit", plan.run.limit, "learn from so many items (1500) or a part (0.1, 10%)");
  add_threads(app, plan.run.threads);
}

// Three results a size: the correlation, its deviation, the weights.
constexpr std::size_t kResults = 3;

std::string shown(const std::vector<Result>& results, const std::string& format) {
  if (format == "json") return description_json(results);
  const bool csv = format == "csv";
  TextTable table{"", {"head", "data", "hidden", "weights", "spearman", "sd", "seeds"}, {}, 3};
  if (csv)
    table.header = {"head", "data", "hidden", "weights", "spearman", "low", "high", "sd", "seeds"};
  for (std::size_t i = 0; i + kResults <= results.size(); i += kResults) {
    const Result& spearman = results[i];
    const auto hidden = spearman.slice.substr(spearman.slice.find('=') + 1);
    const auto number = [&](double value) { return csv ? exact(value) : rounded(value); };
    std::vector<std::string> row{spearman.subject, spearman.dataset, hidden,
                                 exact(results[i + 2].value)};
    if (csv) {
      row.insert(row.end(), {exact(spearman.value), exact(spearman.low), exact(spearman.high)});
    } else {
      row.push_back(with_interval(spearman.value, spearman.low, spearman.high));
    }
    row.insert(row.end(), {number(results[i + 1].value), std::to_string(spearman.n)});
    table.rows.push_back(std::move(row));
  }
  if (!csv) return render(table, format);
  std::string text = csv_line(table.header);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

}  // namespace

int heads_command(std::vector<std::string> args, const Surroundings& surroundings) {
  HeadsWords words;
  HeadsPlan plan;
  plan.run.resources = surroundings.resources;
  const auto app = option_parser(
      "heads",
      "Trains small networks on vectors or similarities, by size and seed; writes no run.");
  add_options(*app, words, plan);
  parse(*app, std::move(args));
  constexpr std::string_view kFormats[] = {"text", "md", "tex", "csv", "json"};
  if (std::ranges::find(kFormats, words.format) == std::end(kFormats)) {
    const std::vector<std::string> known(std::begin(kFormats), std::end(kFormats));
    throw_unknown("format", words.format, known);
  }
  add_specs(plan.run.encoders, words.encoders);
  add_specs(plan.run.scorers, words.scorers);
  plan.run.store = chosen_store(words.store, plan.run.resources);
  plan.run.stream_above = UINT64_MAX;
  if (words.hidden.empty()) words.hidden.assign(kSizes.begin(), kSizes.end());
  for (const auto& size : words.hidden) plan.hidden.push_back(hidden_units(size));
  std::vector<Result> results;
  {
    Progress progress(surroundings.error_is_terminal);
    results = learn_heads(plan, progress);
  }
  print_text(shown(results, words.format), words.format);
  return 0;
}

}  // namespace sonde
