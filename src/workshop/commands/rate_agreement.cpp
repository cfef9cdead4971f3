#include "workshop/commands/rate_agreement.h"

#include "apps/cli/command_options.h"
#include "apps/cli/rating_scale.h"
#include "base/default_text.h"
#include "sonde/error.h"
#include "sonde/report.h"
#include "statistics/agreement/agreement.h"

namespace sonde {
namespace {

void add_source(CLI::App& app, RatingsSource& source, std::string& scale) {
  source.words = true;
  app.add_option("file", source.file,
                 "a rating per line: columns annotator, item, value; or JSON of Label Studio or "
                 "doccano")
      ->required();
  app.add_option("--raters", source.raters, "the columns of ratings, if each rater has one")
      ->delimiter(',');
  app.add_option("--scale", scale, "LOW:HIGH, for instance 1:7; a rating outside is an error");
  app.add_option("--drop", source.drop, "items to leave out: ids, or FIRST-LAST")->take_all();
  app.add_option("--groups", source.groups, "a table of items with their groups");
  app.add_option("--group", source.group, "column with the groups");
}

void add_options(CLI::App& app, AgreementOptions& options) {
  const auto count = [&](const char* name, auto& into, const std::string& help) {
    app.add_option(name, into, help)->check(whole_number());
  };
  count("--splits", options.splits,
        with_default("number of random splits of the annotators", options.splits));
  count("--fewest-shared", options.fewest_shared,
        with_default("fewest items that two annotators must share for a kappa",
                     options.fewest_shared));
  count("--seed", options.seed, with_default("seed of splits and replicates", options.seed));
  count("--replicates", options.replicates,
        with_default("bootstrap replicates of the items", options.replicates));
  add_threads(app, options.threads);
}

}  // namespace

int rate_agreement(std::vector<std::string> words, const Surroundings&) {
  RatingsSource source;
  AgreementOptions options;
  AgreementView view;
  std::string scale;
  const auto app = option_parser("rate agreement",
                                 "Measures how well people who rated the same items agree: alpha, "
                                 "kappa, intraclass correlations, split "
                                 "halves, each with its interval, for all items and each group "
                                 "(docs/reference/agreement.md).");
  add_source(*app, source, scale);
  add_options(*app, options);
  app->add_flag("--items", view.items, "a row for every item");
  app->add_flag("--annotators", view.annotators, "a row for every annotator");
  app->add_option("--format", view.format, "text, md, tex, csv or json");
  parse(*app, std::move(words));
  set_scale(source, scale);
  const auto text = show_agreement(agreement(read_ratings(source), options), view);
  print_text(text, view.format);
  return 0;
}

}  // namespace sonde
