#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "sonde/error.h"
#include "sonde/subject.h"
#include "workshop/language/edits/rewriter.h"
#include "workshop/makers/draw_options.h"
#include "workshop/makers/kinds.h"
#include "workshop/makers/made_card.h"
#include "workshop/makers/made_file.h"
#include "workshop/makers/option_table.h"
#include "workshop/makers/rule_counts.h"
#include "workshop/makers/seeded_order.h"
#include "workshop/makers/sources.h"
#include "workshop/makers/triplets/sick_selection.h"

namespace sonde {
namespace {

using nlohmann::json;

// The rules that make S+ and S* of a test. S+ uses the first that can.
struct TestKind {
  std::string_view name, title;
  std::vector<Transformation> plus;
  Transformation star;
};

const std::array<TestKind, 5>& test_kinds() {
  using enum Transformation;
  static const std::array<TestKind, 5> kKinds{
      TestKind{"negation-detection",
               "A synonym for the verb (S+) against the negation (S*)",
               {kSynonym},
               kNotNegation},
      TestKind{"negation-variants",
               "Two ways to negate: with not (S+) and with There is no (S*)",
               {kNotNegation},
               kQuantifierNegation},
      TestKind{"clause-relatedness",
               "An embedded clause alone (S+) against the negation (S*)",
               {kEmbeddedClause},
               kNotNegation},
      TestKind{"argument-sensitivity",
               "The passive (S+) against subject and object exchanged (S*)",
               {kPassive},
               kArgumentReordering},
      TestKind{"fixed-point-reorder",
               "A sentence of the same meaning (S+) against the words in another order (S*)",
               {kPassive, kSynonym},
               kFixedPoint}};
  return kKinds;
}

struct TripletsOptions : DrawOptions {
  std::string test, rule, column;
  SickSelection sick{};
};

template <class Kinds>
std::vector<std::string> names_of(const Kinds& kinds) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.emplace_back(kind.name);
  return names;
}

template <class Kinds>
const auto& kind_named(const Kinds& kinds, std::string_view name) {
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const auto& kind) { return kind.name == name; });
}

double number_within(Options& given, const std::string& key, double otherwise, double least,
                     double most) {
  const double value = given.number(key, otherwise);
  if (value >= least && value <= most) return value;
  throw usage_error("--" + key + " is not from " + printed(least) + " to " + printed(most), "");
}

TripletsOptions read_triplets_options(const MakeRequest& request) {
  const Spec spec{"sonde make triplets", "", "triplets", "", "", request.options};
  Options given(spec);
  TripletsOptions options;
  const bool rule = request.options.contains("rule"), test = request.options.contains("test");
  if (rule == test) {
    throw usage_error("no test was given",
                      "use --test, or --rule for the output of one transformation");
  }
  if (test) options.test = given.choice("test", "", names_of(test_kinds()));
  if (rule) options.rule = given.choice("rule", "", names_of(transformation_kinds()));
  options.column = given.text("column", "");
  static_cast<DrawOptions&>(options) = read_draw_options(given);
  options.sick.min_relatedness =
      number_within(given, "min-relatedness", options.sick.min_relatedness, 1, 5);
  options.sick.min_likeness = number_within(given, "min-likeness", options.sick.min_likeness, 0, 1);
  given.done();
  return options;
}

Origin origin_of(const MakeRequest& request, const TripletsOptions& options) {
  Origin origin{"triplets", 2};
  origin.in_sha256 = digest_of_sources(request.in);
  origin.options = {{"test", options.test},
                    {"rule", options.rule},
                    {"column", options.column},
                    {"most", options.most},
                    {"seed", options.seed},
                    {"min-relatedness", options.sick.min_relatedness},
                    {"min-likeness", options.sick.min_likeness},
                    {"refused", !options.refused.empty()}};
  return origin;
}

// Transforms sources, and counts.
class Transformer {
 public:
  explicit Transformer(std::uint64_t seed) : rewriter_(english_rewriter()), seed_(seed) {}

  // Nothing if the rule refuses.
  std::optional<Outcome> apply(Transformation which, const Source& source) {
    const std::string rule(transformation_kinds()[static_cast<std::size_t>(which)].name);
    Outcome outcome = rewriter_->apply(which, source.text, seed_);
    if (outcome.text.empty()) {
      counts_.add_refused(rule, source, outcome.eligible, outcome.reason);
      return std::nullopt;
    }
    counts_.add_made(rule);
    outcome.trace = rule + " (" + outcome.trace + ")";
    return outcome;
  }

  const RuleCounts& counts() const { return counts_; }

 private:
  std::unique_ptr<Rewriter> rewriter_;
  std::uint64_t seed_;
  RuleCounts counts_;
};

using MadeRow = std::optional<std::string>;  // fields of a table with tabs between

MadeRow one_rule(Transformer& transformer, Transformation which, const Source& source) {
  const auto made = transformer.apply(which, source);
  if (!made) return std::nullopt;
  return source.id + "\t" + source.text + "\t" + made->text + "\t" + made->trace;
}

// Tries all rules, so that counts are of all sources.
MadeRow triplet(Transformer& transformer, const TestKind& test, const Source& source) {
  std::optional<Outcome> plus;
  for (const auto which : test.plus) {
    if (!plus) plus = transformer.apply(which, source);
  }
  const auto star = transformer.apply(test.star, source);
  if (!plus || !star || plus->text == star->text) return std::nullopt;
  return source.id + "\t" + source.text + "\t" + plus->text + "\t" + star->text + "\tS+ " +
         plus->trace + "; S* " + star->trace;
}

MadeRow sick_triplet(Transformer& transformer, const Source& first, const Source& second,
                     const std::string& id) {
  const auto star = transformer.apply(Transformation::kFixedPoint, first);
  if (!star) return std::nullopt;
  return id + "\t" + first.text + "\t" + second.text + "\t" + star->text + "\tS+ SICK's pair; S* " +
         star->trace;
}

struct MadeRows {
  std::vector<std::string> rows;  // in the order of the sources
  std::size_t looked_at = 0;
};

// Until there are enough.
template <class Make>
MadeRows make_rows(const std::vector<Source>& sources, const TripletsOptions& options,
                   Observer& observer, const Make& make) {
  std::vector<std::pair<std::size_t, std::string>> found;
  MadeRows made;
  observer.begin("transforming", sources.size());
  for (const std::size_t at : by_lot(sources, options.seed)) {
    if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
    if (options.most != 0 && found.size() == options.most) break;
    if (auto row = make(at)) found.emplace_back(at, std::move(*row));
    observer.advance(++made.looked_at);
  }
  std::sort(found.begin(), found.end());
  for (auto& [at, row] : found) made.rows.push_back(std::move(row));
  return made;
}

MadeRows make_all(const Sources& sources, const TripletsOptions& options, Transformer& transformer,
                  Observer& observer) {
  if (!options.rule.empty()) {
    const Transformation which = kind_named(transformation_kinds(), options.rule).which;
    return make_rows(sources.sentences, options, observer, [&](std::size_t at) {
      return one_rule(transformer, which, sources.sentences[at]);
    });
  }
  const TestKind& test = kind_named(test_kinds(), options.test);
  if (test.star == Transformation::kFixedPoint && !sources.pairs.empty()) {
    const auto pairs = select_pairs(sources, options.sick);
    std::vector<Source> firsts;
    for (const auto& pair : pairs) firsts.push_back(sources.sentences[pair.first]);
    return make_rows(firsts, options, observer, [&](std::size_t at) {
      return sick_triplet(transformer, firsts[at], sources.sentences[pairs[at].second],
                          pairs[at].id);
    });
  }
  return make_rows(sources.sentences, options, observer, [&](std::size_t at) {
    return triplet(transformer, test, sources.sentences[at]);
  });
}

std::string table_of(const TripletsOptions& options, const MadeRows& made) {
  std::string table =
      options.rule.empty() ? "id\tS\tS+\tS*\ttrace\n" : "id\tsource\toutput\ttrace\n";
  for (const auto& row : made.rows) table += row + "\n";
  return table;
}

MadeCard card_of(const MakeRequest& request, const TripletsOptions& options,
                 std::vector<std::string> notes) {
  MadeCard card{"triplets", request.out, std::string(kind_named(test_kinds(), options.test).title),
                "sonde make triplets --test " + options.test + " --seed " +
                    std::to_string(options.seed) + ", by rule; not read by a person"};
  card.settings = {{"test", options.test}};
  card.columns = {{"id", "id"}, {"S", "S"}, {"S+", "S+"}, {"S*", "S*"}};
  card.notes = std::move(notes);
  return card;
}

Made make_triplets(const MakeRequest& request, Observer& observer) {
  const TripletsOptions options = read_triplets_options(request);
  const Origin origin = origin_of(request, options);
  std::vector<std::filesystem::path> beside;
  if (options.rule.empty()) beside.push_back(card_path(request.out));
  if (!options.refused.empty()) beside.emplace_back(options.refused);
  if (is_made(request, origin, beside)) return {request.out.string() + " is up to date"};
  const Sources sources = read_sources(request.in, options.column);
  Transformer transformer(options.seed);
  const MadeRows made = make_all(sources, options, transformer, observer);
  std::vector<std::string> lines{counted(sources.sentences.size(), "sentence") + ", " +
                                 std::to_string(made.looked_at) + " looked at, " +
                                 (options.rule.empty()
                                      ? counted(made.rows.size(), "triplet")
                                      : counted(made.rows.size(), "sentence") + " made")};
  std::ranges::copy(transformer.counts().lines(), std::back_inserter(lines));
  if (made.rows.empty()) {
    fail_with_refused(request, origin, transformer.counts(), options.refused,
                      "nothing could be made: " + lines.back(),
                      "see docs/reference/makers.md for the sentences that the rules are made for");
  }
  std::vector<MadeFile> files;
  if (options.rule.empty()) {
    files.push_back({card_path(request.out), card_text(card_of(request, options, lines))});
  }
  if (!options.refused.empty()) files.push_back({options.refused, transformer.counts().table()});
  write_made({request.out, table_of(options, made)}, origin,
             {{"sentences", sources.sentences.size()},
              {"repeated", sources.repeated},
              {"looked_at", made.looked_at},
              {"made", made.rows.size()},
              {"rules", transformer.counts().counts()}},
             files);
  lines.push_back("wrote " + request.out.string());
  return lines;
}

const OptionTable& triplets_table() {
  static const OptionTable table{
      {"test", "TEST",
       "negation-detection, negation-variants, clause-relatedness, argument-sensitivity or "
       "fixed-point-reorder"},
      {"rule", "RULE",
       "instead of a test: the output of one transformation, one sentence per line"},
      {"column", "NAME", "column of a table; default: sentence, or both of a SICK table"},
      {"most", "N", "draw at most this many; default: all"},
      {"seed", "N", with_default("seed of the drawing and the pivots", DrawOptions().seed)},
      {"min-relatedness", "X",
       with_default("least relatedness of a SICK pair for fixed-point-reorder",
                    SickSelection().min_relatedness)},
      {"min-likeness", "X",
       with_default("its least word overlap: 1 - Levenshtein distance in words / the longer length",
                    SickSelection().min_likeness)},
      {"refused", "FILE", "write the refused sentences and the reasons to this table"}};
  return table;
}

}  // namespace

MakerKind triplets_maker() {
  return {"triplets", "SENTENCES.txt|TABLE.tsv|wordnet",
          "sentence triplets by rule for the probe triplets, and a card", triplets_table().rows(),
          make_triplets};
}

}  // namespace sonde
