#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "base/counted.h"
#include "base/default_text.h"
#include "base/names.h"
#include "base/output_file.h"
#include "base/parse.h"
#include "formats/lines.h"
#include "report/page/page_bundle.h"
#include "report/tables/show_audit.h"
#include "run/plan.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/report.h"
#include "sonde/run.h"
#include "statistics/separation/operating_point.h"
#include "workshop/audit/chat_paraphrases.h"
#include "workshop/audit/search/near_misses.h"
#include "workshop/audit/search/search_pairs.h"
#include "workshop/audit/texts.h"
#include "workshop/audit/variant_set.h"
#include "workshop/commands/workshop.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::string dataset_name(const std::string& text) {
  return text == "-" ? "stdin" : fs::path(text).stem().string();
}

struct AuditWords {
  TextSource source;
  std::vector<std::string> encoders, scorers;
  std::string text, same, pairs, out = "audit.html", store, format = "text";
  double threshold = 0;
  bool has_threshold = false, replace = false;
  std::uint64_t seed = 1;
  std::size_t replicates = kDefaultReplicates, threads = 0;
  std::map<std::string, std::string> chat;  // options of paraphrases by a chat server

  fs::path page() const { return out; }
  fs::path run_file() const { return page().replace_extension(".sonde"); }
  fs::path ledger() const { return page().replace_extension(".ledger"); }
  fs::path set_folder() const { return page().replace_extension("") += "-set"; }
  SetPlace place() const { return {set_folder(), source, seed, replace, dataset_name(text)}; }
  SetPlace search_place() const {
    const std::string name = dataset_name(pairs);
    return {set_folder(),
            {pairs, {}, source.language},
            seed,
            replace,
            name == dataset_name(text) ? name + "-queries" : name};
  }
};

void add_chat_options(CLI::App& app, std::map<std::string, std::string>& values) {
  for (const auto& option : paraphrase_option_table()) {
    const std::string name(option.name);
    app.add_option("--" + name, values[name], std::string(option.help))
        ->option_text(std::string(option.form))
        ->group("Paraphrases by a chat server");
  }
}

AuditWords parse_audit_words(std::vector<std::string> args) {
  AuditWords words;
  const auto app = option_parser(
      "audit",
      "Makes variants of your sentences by rule, some with a changed and some with the same "
      "meaning. Shows which changes encoders miss, and the similarity above which two texts may "
      "count as the same.");
  app->add_option("text", words.text,
                  "sentences, one per line; a table or JSON lines with --column; - reads standard "
                  "input; may be missing if --pairs is given");
  app->add_option("--encoder", words.encoders, "[NAME=]KIND:LOCATION?key=value; can be repeated")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--scorer", words.scorers, "[NAME=]KIND:LOCATION?key=value; can be repeated")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--column", words.source.column,
                  "column with the sentences; default: sentence or text");
  app->add_option("--language", words.source.language, "en, nl or any; default: en")
      ->check(CLI::IsMember({"en", "nl", "any"}));
  app->add_option("--same", words.same,
                  "a table of pairs known to mean the same: two columns, no header");
  app->add_option("--pairs", words.pairs,
                  "a table or JSON lines of queries and their passages: are right passages closer "
                  "than near misses made from them, and than the other passages?");
  const auto* threshold = app->add_option("--threshold", words.threshold,
                                          "a similarity to test: how many variants reach it");
  app->add_option("-o,--out", words.out,
                  "the page to write, next to a run file and a folder with the variants; default: "
                  "audit.html");
  app->add_option("--format", words.format, "printed as text, md, tex or json")
      ->check(CLI::IsMember({"text", "md", "tex", "json"}));
  app->add_option("--seed", words.seed, "seed of the variants and of resampling; default: 1")
      ->check(whole_number());
  app->add_option("--replicates", words.replicates,
                  with_default("bootstrap replicates", words.replicates))
      ->check(whole_number());
  add_threads(*app, words.threads);
  app->add_option("--store", words.store, "the vector store's file, or none");
  app->add_flag("--replace", words.replace, "replace the files of an earlier audit");
  add_chat_options(*app, words.chat);
  parse(*app, std::move(args));
  std::erase_if(words.chat, [&](const auto& one) { return app->count("--" + one.first) == 0; });
  words.source.file = words.text;
  words.has_threshold = threshold->count() > 0;
  return words;
}

// Removes a folder that was not there before, unless the work succeeded.
class NewFolder {
 public:
  explicit NewFolder(fs::path folder) : folder_(std::move(folder)), stays_(fs::exists(folder_)) {}
  ~NewFolder() {
    std::error_code ignored;
    if (!stays_) fs::remove_all(folder_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  void succeed() { stays_ = true; }

 private:
  fs::path folder_;
  bool stays_;
};

void check_places(const AuditWords& words) {
  const auto chosen = words.chat.find("ledger");
  const fs::path ledger = chosen == words.chat.end() ? words.ledger() : fs::path(chosen->second);
  const std::array outputs{NamedPlace{"--out", words.page()},
                           NamedPlace{"the run file of --out", words.run_file()},
                           NamedPlace{"the folder of --out", words.set_folder()},
                           NamedPlace{"--store", words.store == "none" ? "" : words.store},
                           NamedPlace{"--ledger", words.chat.empty() ? "" : ledger}};
  const std::array inputs{NamedPlace{"the text", words.text}, NamedPlace{"--same", words.same},
                          NamedPlace{"--pairs", words.pairs}};
  check_apart(outputs, inputs);
}

// Whether a run is of probes of an audit alone, next to a set that an audit made.
bool is_of_audit(const AuditWords& words, const RunFile& run) {
  const bool has_set = fs::exists(words.set_folder() / "variants.tsv.made.json") ||
                       fs::exists(words.set_folder() / "queries.tsv.made.json");
  return has_set && std::ranges::all_of(run.tasks(), [](const TaskFacts& task) {
           const auto probe = task.probe.substr(0, task.probe.find('?'));
           return probe == "variants" || probe == "search";
         });
}

// The user's other runs are not replaced. A damaged one is refused later.
void check_own_run(const AuditWords& words) {
  if (!fs::exists(words.run_file())) return;
  try {
    if (is_of_audit(words, *open_run_file(words.run_file()))) return;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    return;
  }
  throw usage_error(words.run_file().string() + " is not a run of an audit",
                    "choose another --out, or move it away");
}

struct WordsRefusal {
  bool applies;
  std::string problem, advice;
};

void refuse(std::span<const WordsRefusal> refusals) {
  for (const auto& [applies, problem, advice] : refusals) {
    if (applies) throw usage_error(problem, advice);
  }
}

void check_words(const AuditWords& words) {
  const bool has_text = !words.text.empty();
  const bool is_cosine = !words.scorers.empty() || std::abs(words.threshold) <= 1;
  const std::array refusals{
      WordsRefusal{words.encoders.empty() && words.scorers.empty(), "no encoder is named",
                   "for instance --encoder minilm --encoder tfidf"},
      WordsRefusal{!has_text && words.pairs.empty(), "no text is named",
                   "give a file of sentences, or --pairs"},
      WordsRefusal{!has_text && !words.same.empty(), "--same needs a text",
                   "give a file of sentences"},
      WordsRefusal{!words.chat.empty() && !words.chat.contains("chat"),
                   "--" + (words.chat.empty() ? "" : words.chat.begin()->first) + " needs --chat",
                   "name the server: --chat http://HOST:PORT/v1"},
      WordsRefusal{words.page().extension() == ".sonde",
                   "'" + words.out + "' is the name of a run file",
                   "-o names the page, for instance audit.html"},
      // Scorers may have other ranges.
      WordsRefusal{!is_cosine, "the threshold " + printed(words.threshold) + " is not a cosine",
                   "give a number from -1 to 1, for instance --threshold 0.8"}};
  refuse(refusals);
  if (has_text && words.text != "-")
    LineReader{fs::path(words.text)};  // an unreadable text comes first
  check_places(words);
  check_output(words.page(), kReportOutput, words.replace, "--out");
  check_output(words.run_file(), kRunOutput, true, "--out");
  check_own_run(words);
  if (!words.text.empty()) check_set_folder(words.place());
  if (!words.pairs.empty()) check_near_miss_files(words.search_place());
}

void say_texts(const AuditWords& words, const AuditTexts& texts) {
  std::string line =
      fmt::format("{}: {} in {}", words.text == "-" ? "standard input" : words.text,
                  counted(texts.sentences.size(), "sentence"), counted(texts.lines, "line"));
  const char* before = "; left out: ";
  for (const auto& [why, count] : texts.left_out) {
    line += fmt::format("{}{} ({})", before, why, count);
    before = ", ";
  }
  if (texts.split > 0) line += "; " + counted(texts.split, "long line") + " cut into sentences";
  say(line);
}

// Fewer changed variants give no threshold for a low rate.
void say_rates(const VariantSet& set) {
  std::size_t changed = 0;
  for (const auto& kind : set.kinds()) changed += kind.changes_meaning ? kind.made : 0;
  for (const double rate : kFalseMatchRates | std::views::reverse) {
    if (changed >= fewest_changed(rate)) continue;
    say(fmt::format(
        "no threshold for {:.0f}% false matches: it needs {}, the text gives {}; add sentences",
        100 * rate, counted(fewest_changed(rate), "changed variant"), changed));
  }
}

// "changed meaning: 12 negation, 7 number"
void say_kinds(const char* title, const VariantSet& set, bool changed) {
  std::string line;
  for (const auto& kind : set.kinds()) {
    if (kind.changes_meaning != changed) continue;
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", kind.made, kind.kind);
  }
  say(fmt::format("{}: {}", title, line.empty() ? "none" : line));
}

void say_variants(const AuditWords& words, const VariantSet& set) {
  say_kinds("changed meaning", set, true);
  say_kinds("same meaning", set, false);
  say_rates(set);
  say(fmt::format("{} of {} with a variant of both; wrote {}", set.both(),
                  counted(set.size(), "sentence"), (words.set_folder() / "variants.tsv").string()));
}

fs::path make_search(const AuditWords& words, Progress& progress) {
  const SearchPairs pairs = read_search_pairs(words.pairs);
  say(fmt::format(
      "{}: {} with their passages, {} in all{}", words.pairs,
      counted(pairs.pairs.size(), "query", "queries"), counted(pairs.passages, "passage"),
      pairs.duplicates == 0 ? std::string()
                            : fmt::format("; left out: duplicates ({})", pairs.duplicates)));
  const NearMissSet set = make_near_misses(pairs, rule_sources(words.source.language, words.seed),
                                           words.threads, progress);
  const auto card = write_near_misses(set, words.search_place());
  say_kinds("near misses", set.passages, true);
  say(
      fmt::format("{} of {} with a near miss; left out: {} of words that their query doesn't "
                  "mention; wrote {}",
                  set.with_any, counted(set.queries.size(), "query", "queries"),
                  counted(set.undecided, "near miss", "near misses"),
                  (words.set_folder() / "queries.tsv").string()));
  return card;
}

// A sentence of a pair may be spelt otherwise than in the text.
void say_further(const AuditWords& words, const AuditTexts& texts, const SamePairs& pairs) {
  std::set<std::string> known;
  for (const auto& one : texts.sentences) known.insert(one.text);
  std::vector<std::string> further;
  for (const auto& [sentence, paraphrase] : pairs) {
    if (!known.contains(sentence)) further.push_back("'" + sentence + "'");
  }
  if (further.empty()) return;
  say(fmt::format("{}: {} of {} with a sentence that {} does not have, which is added: {}",
                  words.same, further.size(), counted(pairs.size(), "pair"), words.text,
                  first_of(further, 3)));
}

void say_paraphrases(const ChatParaphrases& found, std::size_t sentences) {
  std::string line = fmt::format("paraphrases for {} of {}; {} sent", found.pairs.size(),
                                 counted(sentences, "sentence"), counted(found.asked, "question"));
  const char* before = "; refused: ";
  for (const auto& [why, count] : found.refused) {
    line += fmt::format("{}{} ({})", before, why, count);
    before = ", ";
  }
  say(line);
}

fs::path make_set(const AuditWords& words, const std::optional<ParaphraseOptions>& chat,
                  Progress& progress) {
  const AuditTexts texts = read_audit_texts(words.source, std::cin);
  say_texts(words, texts);
  KnownPairs known;
  if (!words.same.empty()) {
    known.given = read_same_pairs(words.same);
    say_further(words, texts, known.given);
  }
  RuleSources sources = rule_sources(words.source.language, words.seed);
  if (chat) {
    ChatParaphrases found = ask_paraphrases(texts, *chat, sources, progress);
    say_paraphrases(found, texts.sentences.size());
    known.chat = std::move(found.pairs);
  }
  const VariantSet set =
      make_variant_set(texts, std::move(sources), known, words.threads, progress);
  const auto card = write_variant_set(set, words.place());
  say_variants(words, set);
  return card;
}

RunPlan plan_of(const AuditWords& words, const Resources& resources) {
  RunPlan plan;
  plan.resources = resources;
  add_specs(plan.encoders, words.encoders);
  add_specs(plan.scorers, words.scorers);
  const std::string given = words.has_threshold ? "?threshold=" + printed(words.threshold) : "";
  if (!words.text.empty()) add_specs(plan.probes, {"variants" + given});
  if (!words.pairs.empty()) add_specs(plan.probes, {"search" + given});
  plan.out = words.run_file();
  plan.store = chosen_store(words.store, resources);
  plan.seed = words.seed;
  plan.replicates = words.replicates;
  plan.threads = words.threads;
  plan.replace = words.replace;
  return plan;
}

// The cards of the data sets. Pairs are read first: what is wrong with them is told at once.
std::vector<std::string> make_datasets(const AuditWords& words,
                                       const std::optional<ParaphraseOptions>& chat,
                                       Progress& progress) {
  std::vector<std::string> datasets;
  if (!words.pairs.empty()) datasets.push_back(make_search(words, progress).string());
  if (!words.text.empty()) datasets.push_back(make_set(words, chat, progress).string());
  return datasets;
}

// Before variants are made, which takes longest.
RunPlan checked_plan(const AuditWords& words, const Surroundings& surroundings) {
  check_words(words);
  RunPlan plan = plan_of(words, surroundings.resources);
  Observer silent;
  check_subjects(plan, silent);
  return plan;
}

void write_page(const AuditWords& words, const Overview& all) {
  const std::string wrote = "wrote " + words.run_file().string();
  if (page_bundle().empty()) return say(wrote + "; this build has no page");
  write_output(words.page(), kReportOutput, words.replace, "--out",
               report_page(all, {words.run_file().stem().string()}));
  say(wrote + " and " + words.out + "; open it in a browser");
}

}  // namespace

int audit_command(std::vector<std::string> args, const Surroundings& surroundings) {
  const AuditWords words = parse_audit_words(std::move(args));
  RunPlan plan = checked_plan(words, surroundings);
  std::optional<ParaphraseOptions> chat;
  if (!words.chat.empty()) {
    chat = read_paraphrase_options(words.chat, words.ledger(), surroundings.variable);
  }
  NewFolder folder(words.set_folder());
  Progress progress(surroundings.error_is_terminal);  // throughout, so that no Ctrl-C is lost
  plan.datasets = make_datasets(words, chat, progress);
  run(plan, progress);
  folder.succeed();
  const auto file = open_run_file(words.run_file().string());
  const NamedRun audited{words.run_file().string(), file.get()};
  const Overview all = overview({&audited, 1}, {words.threads, Needs::kFigures, &progress});
  progress.erase();
  print_text(show_audit(all, audited, words.format), words.format);
  write_page(words, all);
  return 0;
}

}  // namespace sonde
