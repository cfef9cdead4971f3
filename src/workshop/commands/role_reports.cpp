#include "workshop/commands/role_reports.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "apps/cli/command_options.h"
#include "base/counted.h"
#include "formats/tables/table.h"
#include "roles/role_file.h"
#include "sonde/error.h"
#include "workshop/labellers/pair_kinds/pair_kind.h"
#include "workshop/labellers/role_agreement.h"

namespace sonde {
namespace {

enum class WhichRows { kAll, kOdd, kEven };

WhichRows which_rows(const std::string& name) {
  if (name == "all") return WhichRows::kAll;
  if (name == "odd") return WhichRows::kOdd;
  if (name == "even") return WhichRows::kEven;
  throw usage_error("unknown rows '" + name + "'", "use all, odd or even");
}

// Rows are numbered from 1.
bool is_among(WhichRows which, std::size_t row) {
  return which == WhichRows::kAll || (which == WhichRows::kEven) == (row % 2 == 1);
}

RoleRows rows_among(const RoleRows& roles, WhichRows which) {
  RoleRows some{roles.sides, {}};
  for (std::size_t row = 0; row < roles.rows(); ++row) {
    if (!is_among(which, row)) continue;
    for (std::size_t side = 0; side < roles.sides; ++side) {
      some.frames.push_back(roles.at(row, side));
    }
  }
  return some;
}

// The values of a column, a row a pair.
std::vector<std::string> column_of(const std::string& file, const std::string& name) {
  TableReader table(file, {});
  std::vector<std::string> fields;
  if (!table.next(fields)) throw input_error("is empty", {file}, "name a table with a header");
  const auto found = std::find(fields.begin(), fields.end(), name);
  if (found == fields.end()) {
    throw input_error("has no column '" + name + "'", table.place(), "name one with --column");
  }
  const auto at = static_cast<std::size_t>(found - fields.begin());
  std::vector<std::string> values;
  while (table.next(fields)) {
    if (at >= fields.size()) {
      throw input_error("has too few columns", table.place(),
                        "give each row as many as the header");
    }
    values.push_back(fields[at]);
  }
  return values;
}

void print_kinds_beside(const std::vector<PairDifference>& differences,
                        const std::vector<std::string>& labels, WhichRows which) {
  std::map<std::string, std::map<std::string_view, std::size_t>> counts;
  for (std::size_t row = 0; row < differences.size(); ++row) {
    if (is_among(which, row)) ++counts[labels[row]][name_of(differences[row].kind)];
  }
  print_text("label\tkind\tpairs\n");
  for (const auto& [label, kinds] : counts) {
    for (const auto& [kind, count] : kinds) {
      print_text(label + "\t" + std::string(kind) + "\t" + std::to_string(count) + "\n");
    }
  }
}

}  // namespace

int score_roles(std::vector<std::string> args) {
  std::string reference, roles, rows = "all";
  const auto app = option_parser(
      "roles score",
      "Prints, role by role, how often roles have the phrase that a reference has, and its head "
      "word: precision, recall and their harmonic mean, F1.");
  app->add_option("reference", reference, "FILE.json or FILE.tsv: the roles that are right")
      ->required();
  app->add_option("roles", roles, "those of the same sentences to be scored")->required();
  app->add_option("--rows", rows, "all, odd or even, counted from 1; default: all");
  parse(*app, std::move(args));
  const WhichRows which = which_rows(rows);
  const RoleRows right = read_roles(reference), scored = read_roles(roles);
  if (right.sides != scored.sides || right.frames.size() != scored.frames.size()) {
    throw input_error("has " + counted(scored.frames.size(), "sentence") + ", the reference " +
                          std::to_string(right.frames.size()),
                      {roles}, "label the sentences of the reference, in its order");
  }
  const auto agreements = agreement_of(rows_among(right, which), rows_among(scored, which));
  print_text(agreement_table(agreements));
  return 0;
}

int find_pair_kinds(std::vector<std::string> args) {
  std::string roles, against, column = "label", rows = "all";
  const auto app = option_parser(
      "roles kinds",
      "Writes in what the two sentences of each pair differ, found from their roles and WordNet, "
      "as "
      "a table that `labels` of a data set's card read: column 'kind', and of added modifiers how "
      "many ('modifiers') and which ('added').");
  app->add_option("roles", roles, "FILE.json or FILE.tsv: the roles of pairs")->required();
  app->add_option("--against", against,
                  "a table of labels, a row a pair: writes how many pairs of each label have "
                  "which kind instead");
  app->add_option("--column", column, "of --against; default: label");
  app->add_option("--rows", rows, "with --against: all, odd or even, from 1; default: all");
  parse(*app, std::move(args));
  if (against.empty() && app->count("--column") + app->count("--rows") > 0) {
    throw usage_error("--column and --rows belong to --against", "name a table with --against");
  }
  const WhichRows which = which_rows(rows);
  const auto differences = differences_of(read_roles(roles));
  if (against.empty()) {
    print_text(pair_kinds_tsv(differences));
    return 0;
  }
  const auto labels = column_of(against, column);
  if (labels.size() != differences.size()) {
    throw input_error(
        "has " + counted(labels.size(), "row") + " for " + counted(differences.size(), "pair"),
        {against}, "give one row per pair, in their order");
  }
  print_kinds_beside(differences, labels, which);
  return 0;
}

}  // namespace sonde
