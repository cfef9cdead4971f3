#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "formats/lines.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "sonde/subject.h"
#include "text/sentences.h"
#include "text/word_runs.h"
#include "workshop/makers/documents.h"
#include "workshop/makers/draw_options.h"
#include "workshop/makers/fusions/triple_choice.h"
#include "workshop/makers/kinds.h"
#include "workshop/makers/made_file.h"
#include "workshop/makers/option_table.h"

namespace sonde {
namespace {

using nlohmann::json;

struct TriplesOptions : DrawOptions {
  DocumentForm form = DocumentForm::kText;
  std::string key = "text", language = "en", within = "document";
  std::vector<std::string> abbreviations;
  std::int64_t min_words = 4, max_words = 50;
  bool overlapping = false;
};

bool ends_as_json_lines(const std::filesystem::path& file) {
  return file.extension() == ".jsonl" || file.extension() == ".ndjson";
}

std::vector<std::string> read_abbreviations(const std::string& file) {
  std::vector<std::string> abbreviations;
  if (file.empty()) return abbreviations;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    if (const auto one = spaced_once(line); !one.empty()) abbreviations.push_back(one);
  }
  return abbreviations;
}

TriplesOptions read_triples_options(const MakeRequest& request) {
  constexpr std::int64_t kMost = 1'000'000'000;
  const Spec spec{"sonde make triples", "", "triples", "", "", request.options};
  Options given(spec);
  TriplesOptions options;
  const std::string usual = ends_as_json_lines(request.in) ? "jsonl" : "text";
  const bool json_lines = given.choice("format", usual, {"text", "jsonl"}) == "jsonl";
  options.form = json_lines ? DocumentForm::kJsonLines : DocumentForm::kText;
  options.key = given.text("key", options.key);
  options.language = given.text("language", options.language);
  options.within = given.choice("within", options.within, {"document", "paragraph", "line"});
  options.abbreviations = read_abbreviations(given.text("abbreviations", ""));
  options.min_words = given.integer("min-words", options.min_words, 1, kMost);
  options.max_words = given.integer("max-words", options.max_words, options.min_words, kMost);
  options.overlapping = given.flag("overlapping", false);
  static_cast<DrawOptions&>(options) = read_draw_options(given);
  given.done();
  return options;
}

Origin origin_of(const MakeRequest& request, const TriplesOptions& options) {
  Origin origin{"triples"};
  origin.in_sha256 = file_digest(request.in).hex();
  origin.options = {{"format", options.form == DocumentForm::kText ? "text" : "jsonl"},
                    {"key", options.key},
                    {"language", options.language},
                    {"abbreviations", options.abbreviations},
                    {"within", options.within},
                    {"min-words", options.min_words},
                    {"max-words", options.max_words},
                    {"overlapping", options.overlapping},
                    {"most", options.most},
                    {"seed", options.seed}};
  return origin;
}

// Cuts paragraphs into sentences and these into triples.
class TripleCutter {
 public:
  TripleCutter(const TriplesOptions& options, TripleChoice& choice)
      : options_(options), choice_(choice), splitter_(options.language, options.abbreviations) {}

  void add(const Paragraph& paragraph) {
    if (paragraph.document != document_) {
      document_ = paragraph.document;
      in_document_ = 0;
      row_.clear();
    }
    if (options_.within != "document") row_.clear();
    if (options_.within != "line") return add_text(paragraph.text);
    for (const auto line : parts_of(paragraph.text, '\n')) {
      row_.clear();
      add_text(line);
    }
  }

  std::uint64_t sentences = 0, too_short = 0, too_long = 0;

 private:
  void add_text(std::string_view text) {
    std::vector<std::string> found;
    splitter_.split(text, found);
    for (auto& sentence : found) add_sentence(std::move(sentence));
  }

  void add_sentence(std::string sentence) {
    ++sentences;
    ++in_document_;
    const auto words = static_cast<std::int64_t>(count_words(sentence));
    too_short += words < options_.min_words;
    too_long += words > options_.max_words;
    if (words < options_.min_words || words > options_.max_words) return row_.clear();
    row_.push_back(std::move(sentence));
    if (row_.size() < 3) return;
    choice_.add({document_, in_document_ - 2, {row_[0], row_[1], row_[2]}});
    if (options_.overlapping) return row_.pop_front();
    row_.clear();
  }

  const TriplesOptions& options_;
  TripleChoice& choice_;
  SentenceSplitter splitter_;
  std::uint64_t document_ = 0, in_document_ = 0;
  std::deque<std::string> row_;  // consecutive sentences, at most two between calls
};

std::string table_of(const std::vector<Triple>& triples) {
  std::string table = "id\tprev\tcurr\tnext\n";
  for (const auto& triple : triples) {
    table += std::to_string(triple.document) + "." + std::to_string(triple.sentence);
    for (const auto& sentence : triple.sentences) table += "\t" + sentence;
    table += "\n";
  }
  return table;
}

std::string told_of(const json& counts) {
  const auto count = [&](const char* name) { return counts[name].dump(); };
  const auto of = [&](const char* name, const std::string& noun) {
    return counted(counts[name].get<std::size_t>(), noun);
  };
  return of("documents", "document") + ", " + of("sentences", "sentence") + " (" +
         count("too_short") + " too short, " + count("too_long") + " too long), " +
         of("found", "triple") + ": " + count("repeated") + " repeated, " + count("alike") +
         " with neighbours of the same words, " + count("kept") + " kept";
}

Made make_triples(const MakeRequest& request, Observer& observer) {
  const TriplesOptions options = read_triples_options(request);
  const Origin origin = origin_of(request, options);
  const std::string out = request.out.string();
  if (is_made(request, origin)) return {out + " is up to date"};
  DocumentReader documents(request.in, options.form, options.key);
  TripleChoice choice(options.most, options.seed);
  TripleCutter cutter(options, choice);
  for (Paragraph paragraph; documents.next(paragraph);) {
    if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped; nothing was written");
    cutter.add(paragraph);
  }
  const auto triples = choice.take();
  const json counts{{"documents", documents.documents()},
                    {"sentences", cutter.sentences},
                    {"too_short", cutter.too_short},
                    {"too_long", cutter.too_long},
                    {"found", choice.found()},
                    {"repeated", choice.repeated()},
                    {"alike", choice.alike()},
                    {"kept", triples.size()}};
  if (triples.empty()) {
    throw input_error("no triple of sentences was found: " + told_of(counts), {request.in.string()},
                      "see --min-words, --max-words, --within and --format");
  }
  write_made({request.out, table_of(triples)}, origin, counts);
  return {told_of(counts), "wrote " + out};
}

const OptionTable& triples_table() {
  static const OptionTable table{
      {"format", "FORM", "text, or jsonl with one document per line; default: by file name"},
      {"key", "KEY",
       with_default("key of a JSON document that holds its text", TriplesOptions().key)},
      {"language", "CODE",
       with_default("language of the text: en, nl, de, ...", TriplesOptions().language)},
      {"abbreviations", "FILE",
       "more abbreviations whose full stop does not end a sentence, one per line"},
      {"within", "UNIT",
       with_default("a triple stays within one document, paragraph or line",
                    TriplesOptions().within)},
      {"min-words", "N",
       with_default("skip shorter sentences; no triple crosses them", TriplesOptions().min_words)},
      {"max-words", "N",
       with_default("skip longer sentences likewise", TriplesOptions().max_words)},
      {"overlapping", "", "allow each sentence in up to three triples"},
      {"most", "N", "draw at most this many triples; default: all"},
      {"seed", "N", with_default("seed of the drawing", DrawOptions().seed)}};
  return table;
}

}  // namespace

MakerKind triples_maker() {
  return {"triples", "DOCUMENTS.txt|DOCUMENTS.jsonl",
          "three consecutive sentences from documents: id, prev, curr, next",
          triples_table().rows(), make_triples};
}

}  // namespace sonde
