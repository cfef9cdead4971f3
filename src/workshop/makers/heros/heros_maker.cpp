#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "formats/lexicons/misspelling_list.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "sonde/subject.h"
#include "text/gap_filler.h"
#include "workshop/language/minimal_pairs/minimal_pairs.h"
#include "workshop/makers/draw_options.h"
#include "workshop/makers/heros/heros_sheet.h"
#include "workshop/makers/kinds.h"
#include "workshop/makers/made_card.h"
#include "workshop/makers/made_file.h"
#include "workshop/makers/option_table.h"
#include "workshop/makers/rule_counts.h"
#include "workshop/makers/seeded_order.h"
#include "workshop/makers/sources.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr const char* kRule = "heros";

struct HerosOptions : DrawOptions {
  std::string column, confirm, misspellings, mlm;
  bool chosen = false;
};

HerosOptions read_heros_options(const MakeRequest& request) {
  const Spec spec{"sonde make heros", "", "heros", "", "", request.options};
  Options given(spec);
  HerosOptions options;
  options.chosen = given.flag("chosen", false);
  if (options.chosen && request.options.size() > 1) {
    throw usage_error("--chosen goes with no other option",
                      "the filled-in sheet contains everything it needs");
  }
  options.column = given.text("column", "");
  options.confirm = given.text("confirm", "");
  options.misspellings = given.text("misspellings", "");
  options.mlm = given.text("mlm", "");
  static_cast<DrawOptions&>(options) = read_draw_options(given);
  given.done();
  if (options.misspellings.empty()) {
    options.misspellings = std::filesystem::exists(kCodespellList) ? kCodespellList : "none";
  }
  return options;
}

// Sources of words other than WordNet.
struct WordSources {
  std::shared_ptr<GapFiller> filler;
  std::optional<MisspellingList> misspellings;
  std::string misspellings_sha256;  // empty: none
};

WordSources open_sources(const MakeRequest& request, const HerosOptions& options) {
  WordSources sources;
  if (!options.mlm.empty()) {
    if (!request.gap_filler) throw usage_error("no language model can be run here", "");
    sources.filler = request.gap_filler(options.mlm);
  }
  if (options.misspellings != "none") {
    sources.misspellings_sha256 = file_digest(options.misspellings).hex();
    sources.misspellings.emplace(std::filesystem::path(options.misspellings));
  }
  return sources;
}

Origin origin_of(const MakeRequest& request, const HerosOptions& options,
                 const WordSources& sources) {
  Origin origin{"heros", 2};
  origin.in_sha256 = digest_of_sources(request.in);
  origin.options = {{"column", options.column},
                    {"most", options.most},
                    {"seed", options.seed},
                    {"mlm", sources.filler ? sources.filler->identity() : ""},
                    {"misspellings", sources.misspellings_sha256},
                    {"confirm", !options.confirm.empty()},
                    {"refused", !options.refused.empty()}};
  return origin;
}

// "open -> closed, our table".
std::string trace_of(const std::string& word, const EditedSentence& one) {
  return word + " -> " + one.word + ", " + one.origin;
}

HerosRow row_of(const Source& source, const MinimalPairs& pairs) {
  HerosRow row{source.id, source.text};
  row.variants = {pairs.synonyms.front().text, pairs.antonyms.front().text,
                  pairs.randoms.front().text,  pairs.typos.front().text,
                  pairs.negation_main.text,    pairs.negation_antonym.text};
  row.trace = "word (" + pairs.word + ", " + pairs.about + "); synonym (" +
              trace_of(pairs.word, pairs.synonyms.front()) + "); antonym (" +
              trace_of(pairs.word, pairs.antonyms.front()) + "); random (" +
              trace_of(pairs.word, pairs.randoms.front()) + "); typo (" +
              trace_of(pairs.word, pairs.typos.front()) + "); negation-main (" +
              pairs.negation_main.trace + "); negation-antonym (" + pairs.negation_antonym.trace +
              ")";
  return row;
}

struct MadeSet {
  std::vector<HerosRow> rows;      // in the order of the sources
  std::vector<std::string> sheet;  // the same of originals with candidates
  std::size_t looked_at = 0;
  RuleCounts counts{};
};

// Stops at enough rows, or, if people choose, at enough originals with candidates.
MadeSet make_rows(const Sources& sources, const HerosOptions& options, MinimalPairMaker& maker,
                  Observer& observer) {
  std::vector<std::pair<std::size_t, HerosRow>> rows;
  std::vector<std::pair<std::size_t, std::string>> sheet;
  MadeSet made;
  observer.begin("replacing words", sources.sentences.size());
  for (const std::size_t at : by_lot(sources.sentences, options.seed)) {
    if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
    const std::size_t found = options.confirm.empty() ? rows.size() : sheet.size();
    if (options.most != 0 && found == options.most) break;
    const Source& source = sources.sentences[at];
    const MinimalPairs pairs = maker.make(source.text);
    if (pairs.original.text.empty()) {
      made.counts.add_refused(kRule, source, pairs.original.eligible, pairs.original.reason);
    } else {
      made.counts.add_made(kRule);
      rows.emplace_back(at, row_of(source, pairs));
    }
    if (!pairs.word.empty()) sheet.emplace_back(at, heros_sheet_rows(source, pairs));
    observer.advance(++made.looked_at);
  }
  const auto by_place = [](const auto& one) { return one.first; };
  std::ranges::sort(rows, {}, by_place);
  std::ranges::sort(sheet, {}, by_place);
  for (auto& [at, row] : rows) made.rows.push_back(std::move(row));
  for (auto& [at, row] : sheet) made.sheet.push_back(std::move(row));
  return made;
}

MadeCard card_of(const MakeRequest& request, std::string how, std::vector<std::string> notes) {
  MadeCard card{"heros", request.out,
                "Originals with six minimal edits each, two of them negations", std::move(how)};
  card.columns = {{"id", "id"}, {"Original", "Original"}};
  for (const auto& kind : heros_variants()) {
    card.columns.emplace_back(kind.column, kind.column);
  }
  card.notes = std::move(notes);
  return card;
}

std::string how_made(const HerosOptions& options, const WordSources& sources) {
  return "sonde make heros --seed " + std::to_string(options.seed) + ", by rule; random words " +
         (sources.filler ? "by a masked language model"
                         : "by frequency, without a language model") +
         "; typos " + (sources.misspellings ? "by a list of misspellings, else " : "") +
         "by rule; not read by a person";
}

// The files next to the set: its card and, if named, the refused sentences and the sheet.
std::vector<MadeFile> further_files(const MakeRequest& request, const HerosOptions& options,
                                    const MadeSet& made, std::string card) {
  std::vector<MadeFile> files{{card_path(request.out), std::move(card)}};
  if (!options.refused.empty()) files.push_back({options.refused, made.counts.table()});
  if (!options.confirm.empty()) {
    std::string sheet = heros_sheet_header();
    for (const auto& rows : made.sheet) sheet += rows;
    files.push_back({options.confirm, std::move(sheet)});
  }
  return files;
}

Made make_by_rule(const MakeRequest& request, const HerosOptions& options, Observer& observer) {
  const WordSources words = open_sources(request, options);
  const Origin origin = origin_of(request, options, words);
  std::vector<std::filesystem::path> beside{card_path(request.out)};
  for (const auto& file : {options.refused, options.confirm}) {
    if (!file.empty()) beside.emplace_back(file);
  }
  if (is_made(request, origin, beside)) return {request.out.string() + " is up to date"};
  const Sources sources = read_sources(request.in, options.column);
  const auto maker =
      english_minimal_pairs({options.seed, !options.confirm.empty(), words.filler.get(),
                             words.misspellings ? &*words.misspellings : nullptr});
  const MadeSet made = make_rows(sources, options, *maker, observer);
  std::vector<std::string> lines{counted(sources.sentences.size(), "sentence") + ", " +
                                 std::to_string(made.looked_at) + " looked at, " +
                                 counted(made.rows.size(), "original") + " with all variants"};
  std::ranges::copy(made.counts.lines(), std::back_inserter(lines));
  if (made.rows.empty() && (options.confirm.empty() || made.sheet.empty())) {
    fail_with_refused(request, origin, made.counts, options.refused,
                      "nothing could be made: " + lines.back(),
                      "see docs/reference/makers.md for the sentences that the rules are made for");
  }
  const auto files = further_files(request, options, made,
                                   card_text(card_of(request, how_made(options, words), lines)));
  if (!options.confirm.empty()) {
    lines.push_back("candidates of " + counted(made.sheet.size(), "original") + " in " +
                    options.confirm);
  }
  write_made({request.out, heros_table(made.rows)}, origin,
             {{"sentences", sources.sentences.size()},
              {"repeated", sources.repeated},
              {"looked_at", made.looked_at},
              {"made", made.rows.size()},
              {"offered", made.sheet.size()},
              {"rules", made.counts.counts()}},
             files);
  lines.push_back("wrote " + request.out.string());
  return lines;
}

// A row for which people chose something of each kind.
Made make_of_chosen(const MakeRequest& request) {
  Origin origin{"heros"};
  origin.in_sha256 = file_digest(request.in).hex();
  origin.options = {{"chosen", true}};
  if (is_made(request, origin, {card_path(request.out)})) {
    return {request.out.string() + " is up to date"};
  }
  std::vector<HerosRow> rows;
  RuleCounts counts;
  for (auto& one : read_chosen_variants(request.in)) {
    const auto& kinds = heros_variants();
    const auto missing = std::ranges::find(one.chosen, std::string());
    if (missing == one.chosen.end()) {
      counts.add_made(kRule);
      rows.push_back(
          {one.id, one.original, one.chosen, "word (" + one.word + "); chosen by people"});
      continue;
    }
    const auto& kind = kinds[static_cast<std::size_t>(missing - one.chosen.begin())];
    counts.add_refused(kRule, {one.id, one.original}, true,
                       "no " + std::string(kind.name) + " chosen");
  }
  std::vector<std::string> lines = counts.lines();
  if (rows.empty()) {
    throw input_error("nothing was chosen for all variants: " + lines.back(), {request.in.string()},
                      "fill in the column chosen");
  }
  const std::vector<MadeFile> files{
      {card_path(request.out),
       card_text(card_of(request,
                         "sonde make heros --chosen: candidates by rule, of which people "
                         "chose",
                         lines))}};
  write_made({request.out, heros_table(rows)}, origin,
             {{"made", rows.size()}, {"rules", counts.counts()}}, files);
  lines.push_back("wrote " + request.out.string());
  return lines;
}

Made make_heros_set(const MakeRequest& request, Observer& observer) {
  const HerosOptions options = read_heros_options(request);
  return options.chosen ? make_of_chosen(request) : make_by_rule(request, options, observer);
}

const OptionTable& heros_table() {
  static const OptionTable table{
      {"column", "NAME", "column of a table; default: sentence"},
      {"most", "N", "draw at most this many originals; default: all"},
      {"seed", "N",
       with_default("seed of the drawing, random words and typos", HerosOptions().seed)},
      {"mlm", "SPEC",
       "a masked language model for random words, such as hf:FOLDER; default: words of similar "
       "frequency"},
      {"misspellings", "FILE",
       "a list of misspellings (wrong->right), or none; default: the list of Debian's package "
       "codespell, if installed"},
      {"confirm", "FILE",
       "write a sheet of ranked candidates, including uncertain ones, for people to choose from"},
      {"chosen", "",
       "the input is a filled-in sheet of --confirm, or gold.tsv of `sonde rate export`: make the "
       "set from those choices"},
      {"refused", "FILE", "write the refused sentences and the reasons to this table"}};
  return table;
}

}  // namespace

MakerKind heros_maker() {
  return {"heros", "SENTENCES.txt|TABLE.tsv|wordnet",
          "originals with six minimal edits each for the probe heros, and a card",
          heros_table().rows(), make_heros_set};
}

}  // namespace sonde
