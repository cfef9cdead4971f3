#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "formats/tables/delimited.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "sonde/negation.h"
#include "sonde/subject.h"
#include "text/insertions.h"
#include "workshop/language/edits/rewriter.h"
#include "workshop/language/edits/word_swap.h"
#include "workshop/makers/draw_options.h"
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

struct TermSwap {
  std::string term, other;
};

struct AlterationOptions : DrawOptions {
  std::string same = "insertion", changed = "negation", column;
  std::vector<TermSwap> same_terms, changed_terms;
};

void read_term_swaps(const std::string& file, AlterationOptions& options) {
  DelimitedReader records{std::filesystem::path(file)};
  for (std::vector<std::string> fields; records.next(fields);) {
    if (fields.size() != 3 || fields[0].empty() || fields[1].empty() ||
        (fields[2] != "same" && fields[2] != "changed")) {
      throw input_error("is not a term, what is put in its place, and same or changed",
                        records.place(), "give three columns with tabs between");
    }
    auto& swaps = fields[2] == "same" ? options.same_terms : options.changed_terms;
    swaps.push_back({std::move(fields[0]), std::move(fields[1])});
  }
}

AlterationOptions read_options(const MakeRequest& request) {
  const Spec spec{"sonde make curves", "", "curves", "", "", request.options};
  Options given(spec);
  AlterationOptions options;
  options.same = given.choice("same", options.same, {"insertion", "synonym", "terms"});
  options.changed =
      given.choice("changed", options.changed, {"negation", "antonym", "noun", "terms"});
  options.column = given.text("column", "");
  static_cast<DrawOptions&>(options) = read_draw_options(given);
  const bool wanted = options.same == "terms" || options.changed == "terms";
  const std::string terms = given.text("terms", "");
  given.done();
  if (wanted == terms.empty()) {
    throw usage_error(wanted ? "no terms were given" : "the terms are not used",
                      "--terms FILE goes with --same terms or --changed terms");
  }
  if (wanted) read_term_swaps(terms, options);
  return options;
}

json swaps_json(const std::vector<TermSwap>& swaps) {
  json all = json::array();
  for (const auto& [term, other] : swaps) all.push_back({term, other});
  return all;
}

Origin origin_of(const MakeRequest& request, const AlterationOptions& options) {
  Origin origin{"curves", 3};
  origin.in_sha256 = digest_of_sources(request.in);
  origin.options = {{"same", options.same},
                    {"changed", options.changed},
                    {"same_terms", swaps_json(options.same_terms)},
                    {"changed_terms", swaps_json(options.changed_terms)},
                    {"column", options.column},
                    {"most", options.most},
                    {"seed", options.seed},
                    {"refused", !options.refused.empty()}};
  return origin;
}

// The place of a term as a separate word, or npos.
std::size_t find_term(std::string_view sentence, std::string_view term) {
  const auto is_inside_word = [&](std::size_t at) {
    const auto c = static_cast<unsigned char>(sentence[at]);
    return std::isalnum(c) != 0 || c >= 0x80;
  };
  for (auto at = sentence.find(term); at != sentence.npos; at = sentence.find(term, at + 1)) {
    const std::size_t end = at + term.size();
    if ((at == 0 || !is_inside_word(at - 1)) && (end == sentence.size() || !is_inside_word(end))) {
      return at;
    }
  }
  return sentence.npos;
}

// Alters sentences, and counts.
class Alterer {
 public:
  explicit Alterer(const AlterationOptions& options) : options_(options) {
    const bool swaps =
        options.same == "synonym" || options.changed == "antonym" || options.changed == "noun";
    if (swaps) swapper_ = english_word_swapper();
    if (options.same == "synonym") rewriter_ = english_rewriter();
    if (options.changed == "negation") negator_ = english_negator();
  }

  // Nothing if the alteration can't be made. The same for the same sentence.
  std::optional<Outcome> apply(const std::string& kind, const std::vector<TermSwap>& terms,
                               const Source& source) {
    Outcome made = altered(kind, terms, source.text);
    if (made.text.empty()) {
      counts_.add_refused(kind, source, made.eligible, made.reason);
      return std::nullopt;
    }
    counts_.add_made(kind);
    return made;
  }

  const RuleCounts& counts() const { return counts_; }

 private:
  Outcome altered(const std::string& kind, const std::vector<TermSwap>& terms,
                  const std::string& sentence) {
    if (kind == "insertion") return inserted(sentence);
    if (kind == "negation") return negated(sentence);
    if (kind == "terms") return with_term(terms, sentence);
    const SwapKind swap = kind == "synonym"   ? SwapKind::kSynonym
                          : kind == "antonym" ? SwapKind::kAntonym
                                              : SwapKind::kNoun;
    Outcome made = swapper_->swap(swap, sentence, options_.seed);
    if (swap != SwapKind::kSynonym || !made.text.empty()) return made;
    Outcome verb = rewriter_->apply(Transformation::kSynonym, sentence, options_.seed);
    return verb.text.empty() && made.eligible ? made : verb;
  }

  // The paper's fuzz (section 3.2): one, although the probe has up to three.
  Outcome inserted(const std::string& sentence) const {
    const std::vector<std::string> terms{"a", "the"};
    const auto key = digest_of("curves maker 1", sentence).low64() ^ options_.seed;
    auto made = insertions(sentence, terms, {1, key});
    if (made.empty()) return not_eligible("no word");
    return {true,
            std::move(made.front().text),
            {},
            "before word " + std::to_string(made.front().word + 1)};
  }

  Outcome negated(const std::string& sentence) const {
    const Negation negation = negator_->negate(sentence);
    if (const auto* refusal = std::get_if<Refusal>(&negation)) {
      return {*refusal != Refusal::kNegated, {}, reason(*refusal)};
    }
    const auto& made = std::get<Negated>(negation);
    return {true, made.text, {}, std::string(made.rules.empty() ? "" : made.rules.front())};
  }

  static Outcome with_term(const std::vector<TermSwap>& terms, const std::string& sentence) {
    for (const auto& [term, other] : terms) {
      const std::size_t at = find_term(sentence, term);
      if (at == sentence.npos) continue;
      std::string text = sentence;
      return {true, text.replace(at, term.size(), other), {}, term + " -> " + other};
    }
    return not_eligible("none of the terms");
  }

  const AlterationOptions& options_;
  std::unique_ptr<WordSwapper> swapper_;
  std::unique_ptr<Rewriter> rewriter_;
  std::shared_ptr<const Negator> negator_;
  RuleCounts counts_;
};

struct AlteredRows {
  std::vector<std::string> rows;  // in the order of the sources
  std::size_t looked_at = 0;
};

// Stops at enough rows. It tries both alterations, so that counts are of all sentences.
AlteredRows make_rows(const Sources& sources, const AlterationOptions& options, Alterer& alterer,
                      Observer& observer) {
  std::vector<std::pair<std::size_t, std::string>> found;
  AlteredRows made;
  observer.begin("altering", sources.sentences.size());
  for (const std::size_t at : by_lot(sources.sentences, options.seed)) {
    if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
    if (options.most != 0 && found.size() == options.most) break;
    const Source& source = sources.sentences[at];
    const auto same = alterer.apply(options.same, options.same_terms, source);
    const auto changed = alterer.apply(options.changed, options.changed_terms, source);
    if (same && changed && same->text != changed->text) {
      std::string row = source.id;
      for (const auto* field : {&source.text, &same->text, &changed->text}) row += "\t" + *field;
      row += "\tsame: " + options.same + " (" + same->trace + "); changed: " + options.changed +
             " (" + changed->trace + ")";
      found.emplace_back(at, std::move(row));
    }
    observer.advance(++made.looked_at);
  }
  std::sort(found.begin(), found.end());
  for (auto& [at, row] : found) made.rows.push_back(std::move(row));
  return made;
}

MadeCard card_of(const MakeRequest& request, const AlterationOptions& options,
                 std::vector<std::string> notes) {
  MadeCard card{"curves", request.out,
                "Sentences altered by " + options.same + " and " + options.changed,
                "sonde make curves --same " + options.same + " --changed " + options.changed +
                    " --seed " + std::to_string(options.seed) + ", by rule; not read by a person"};
  card.columns = {{"id", "id"}, {"sentence", "original"}, {"same", "same"}, {"changed", "changed"}};
  card.notes = std::move(notes);
  return card;
}

Made make_alterations(const MakeRequest& request, Observer& observer) {
  const AlterationOptions options = read_options(request);
  const Origin origin = origin_of(request, options);
  std::vector<std::filesystem::path> beside{card_path(request.out)};
  if (!options.refused.empty()) beside.emplace_back(options.refused);
  if (is_made(request, origin, beside)) return {request.out.string() + " is up to date"};
  const Sources sources = read_sources(request.in, options.column);
  Alterer alterer(options);
  const AlteredRows made = make_rows(sources, options, alterer, observer);
  std::vector<std::string> lines{counted(sources.sentences.size(), "sentence") + ", " +
                                 std::to_string(made.looked_at) + " looked at, " +
                                 std::to_string(made.rows.size()) + " with both variants"};
  std::ranges::copy(alterer.counts().lines(), std::back_inserter(lines));
  if (made.rows.empty()) {
    fail_with_refused(
        request, origin, alterer.counts(), options.refused,
        "no sentence has both variants: " + lines.back(),
        "see docs/reference/makers.md for the sentences that the alterations are made for");
  }
  std::string table = "id\toriginal\tsame\tchanged\ttrace\n";
  for (const auto& row : made.rows) table += row + "\n";
  std::vector<MadeFile> files{
      {card_path(request.out), card_text(card_of(request, options, lines))}};
  if (!options.refused.empty()) files.push_back({options.refused, alterer.counts().table()});
  write_made({request.out, table}, origin,
             {{"sentences", sources.sentences.size()},
              {"repeated", sources.repeated},
              {"looked_at", made.looked_at},
              {"made", made.rows.size()},
              {"rules", alterer.counts().counts()}},
             files);
  lines.push_back("wrote " + request.out.string());
  return lines;
}

const OptionTable& curves_table() {
  static const OptionTable table{
      {"same", "KIND",
       with_default("variant with the same meaning: insertion, synonym or terms",
                    AlterationOptions().same)},
      {"changed", "KIND",
       with_default("variant with a changed meaning: negation, antonym, noun or terms",
                    AlterationOptions().changed)},
      {"terms", "FILE", "a table of three columns: term, replacement, same or changed"},
      {"column", "NAME", "column of a table; default: sentence"},
      {"most", "N", "draw at most this many sentences; default: all"},
      {"seed", "N",
       with_default("seed of the drawing and the choice of words", DrawOptions().seed)},
      {"refused", "FILE", "write the refused sentences and the reasons to this table"}};
  return table;
}

}  // namespace

MakerKind curves_maker() {
  return {"curves", "SENTENCES.txt|TABLE.tsv|wordnet",
          "sentences, each with a variant of the same meaning and one of another, and a card",
          curves_table().rows(), make_alterations};
}

}  // namespace sonde
