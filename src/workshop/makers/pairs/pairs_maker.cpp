#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "base/counted.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "sonde/subject.h"
#include "workshop/makers/draw_options.h"
#include "workshop/makers/kinds.h"
#include "workshop/makers/made_card.h"
#include "workshop/makers/made_file.h"
#include "workshop/makers/option_table.h"
#include "workshop/makers/pairs/pair_clause.h"
#include "workshop/makers/pairs/pair_frame.h"
#include "workshop/makers/pairs/pair_types.h"
#include "workshop/makers/rule_counts.h"
#include "workshop/makers/seeded_order.h"

namespace sonde {
namespace {

using nlohmann::json;

DrawOptions read_pairs_options(const MakeRequest& request) {
  const Spec spec{"sonde make pairs", "", "pairs", "", "", request.options};
  Options given(spec);
  const DrawOptions options = read_draw_options(given);
  given.done();
  return options;
}

std::filesystem::path roles_path(std::filesystem::path out) {
  return out.replace_extension(".roles.json");
}

// A pair in words.
struct PairRow {
  const SentencePair* pair;
  std::string first, second;
};

// Each pair once, in the order in which they were made.
std::vector<PairRow> drawn(const std::vector<SentencePair>& pairs, const PairGrammar& grammar,
                           const DrawOptions& options) {
  std::vector<PairRow> rows;
  std::vector<Source> sources;
  std::set<std::pair<std::string, std::string>> seen;  // whichever is first
  std::array<std::size_t, kPairTypes.size()> there{};
  for (const auto& pair : pairs) {
    PairRow row{&pair, grammar.sentence(pair.first), grammar.sentence(pair.second)};
    if (row.first == row.second || !seen.insert(std::minmax(row.first, row.second)).second)
      continue;
    ++there[pair.type];
    sources.push_back({pair.frame, row.first + "\t" + row.second});
    rows.push_back(std::move(row));
  }
  if (options.most == 0) return rows;
  auto quotas = pair_quotas(there, options.most);
  std::vector<std::size_t> chosen;
  for (const std::size_t at : by_lot(sources, options.seed)) {
    std::size_t& left = quotas[rows[at].pair->type];
    if (left == 0) continue;
    --left;
    chosen.push_back(at);
  }
  std::ranges::sort(chosen);
  std::vector<PairRow> kept;
  for (const std::size_t at : chosen) kept.push_back(std::move(rows[at]));
  return kept;
}

std::string table_of(const std::vector<PairRow>& rows) {
  std::string table = "id\tfirst\tsecond\ttype\tpart\tmodifiers\tmodifier\tframe\ttrace\n";
  std::size_t number = 0;
  for (const auto& row : rows) {
    const PairType& type = kPairTypes[row.pair->type];
    table += std::to_string(++number) + "\t" + row.first + "\t" + row.second + "\t" +
             std::string(type.name) + "\t" +
             (type.adversarial ? "adversarial" : "non-adversarial") + "\t" +
             std::to_string(row.pair->modifiers) + "\t" + row.pair->modifier + "\t" +
             row.pair->frame + "\t" + row.pair->trace + "\n";
  }
  return table;
}

// In the study's layout (docs/reference/scorers/roles.md), a row a line.
std::string roles_of(const std::vector<PairRow>& rows, const PairGrammar& grammar) {
  std::string text;
  std::size_t number = 0;
  for (const auto& row : rows) {
    nlohmann::ordered_json frames = nlohmann::ordered_json::array();
    for (const auto* clause : {&row.pair->first, &row.pair->second}) {
      nlohmann::ordered_json frame = nlohmann::ordered_json::object();
      for (const auto& [role, phrase] : grammar.roles(*clause)) frame[std::string(role)] = phrase;
      frames.push_back(std::move(frame));
    }
    text +=
        (number == 0 ? "{\n \"" : ",\n \"") + std::to_string(number + 1) + "\": " + frames.dump();
    ++number;
  }
  return text + "\n}\n";
}

std::string pairs_card(const MakeRequest& request, const DrawOptions& options,
                       std::vector<std::string> notes) {
  MadeCard card{"sts", request.out, "Pairs of sentences of frames, not rated",
                "sonde make pairs --seed " + std::to_string(options.seed) +
                    (options.most == 0 ? "" : " --most " + std::to_string(options.most)) +
                    ", by rule, of frames that were written; not rated by people"};
  card.settings = {{"gold", "nan"}};
  card.columns = {{"id", "id"},
                  {"first", "first"},
                  {"second", "second"},
                  {"label:type", "type"},
                  {"label:part", "part"},
                  {"label:modifiers", "modifiers"},
                  {"label:modifier", "modifier"}};
  card.notes = std::move(notes);
  return card_text(card);
}

json counts_by_type(const std::vector<PairRow>& rows) {
  json counts = json::object();
  for (const auto& row : rows) {
    json& count = counts[std::string(kPairTypes[row.pair->type].name)];
    count = count.is_null() ? 1 : count.get<std::size_t>() + 1;
  }
  return counts;
}

Made make_pairs(const MakeRequest& request, Observer& observer) {
  const DrawOptions options = read_pairs_options(request);
  Origin origin{"pairs"};
  origin.in_sha256 = file_digest(request.in).hex();
  origin.options = {{"most", options.most}, {"seed", options.seed}, {"refused", options.refused}};
  std::vector<std::filesystem::path> beside{card_path(request.out), roles_path(request.out)};
  if (!options.refused.empty()) beside.emplace_back(options.refused);
  if (is_made(request, origin, beside)) return {request.out.string() + " is up to date"};
  const auto frames = read_pair_frames(request.in);
  const PairGrammar grammar(kWordNetFolder);
  RuleCounts counts;
  const auto pairs = make_sentence_pairs(frames, grammar, options.seed, counts);
  if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
  const auto rows = drawn(pairs, grammar, options);
  if (rows.empty()) {
    fail_with_refused(
        request, origin, counts, options.refused, "no pair could be made of its frames",
        "give more frames, fillers, modifiers or swaps: see docs/reference/makers.md");
  }
  std::vector<std::string> lines{counted(frames.size(), "frame") + ", " +
                                 counted(pairs.size(), "pair") + " made, " +
                                 std::to_string(rows.size()) + " written"};
  std::ranges::copy(counts.lines(), std::back_inserter(lines));
  std::vector<MadeFile> files{{card_path(request.out), pairs_card(request, options, lines)},
                              {roles_path(request.out), roles_of(rows, grammar)}};
  if (!options.refused.empty()) files.push_back({options.refused, counts.table()});
  write_made({request.out, table_of(rows)}, origin,
             {{"frames", frames.size()},
              {"made", pairs.size()},
              {"written", counts_by_type(rows)},
              {"rules", counts.counts()}},
             files);
  lines.push_back("wrote " + request.out.string() + ", its card and " +
                  roles_path(request.out).string());
  return lines;
}

const OptionTable& pairs_table() {
  static const OptionTable table{
      {"most", "N", "draw at most this many pairs, with the study's mix of types; default: all"},
      {"seed", "N",
       with_default("seed of the drawing and of combined modifiers", DrawOptions().seed)},
      {"refused", "FILE", "write the refused frames and the reasons to this table"}};
  return table;
}

}  // namespace

MakerKind pairs_maker() {
  return {"pairs", "FRAMES.tsv",
          "unrated sentence pairs from frames, by STS3k's types, with roles and card",
          pairs_table().rows(), make_pairs};
}

}  // namespace sonde
