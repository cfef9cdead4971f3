#include "scorers/parsed_sentences.h"

#include <optional>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/counted.h"
#include "encoders/external/command_files.h"
#include "encoders/shared/subject_files.h"
#include "graphs/penman.h"
#include "outside/programs/command_words.h"
#include "outside/programs/filter_child.h"
#include "outside/replies/ledger.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::string one_line(std::string_view sentence) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  std::string line;
  while (!sentence.empty()) {
    const auto begin = sentence.find_first_not_of(kSpaces);
    if (begin == sentence.npos) break;
    sentence.remove_prefix(begin);
    const auto word = sentence.substr(0, sentence.find_first_of(kSpaces));
    line += (line.empty() ? "" : " ") + std::string(word);
    sentence.remove_prefix(word.size());
  }
  return line;
}

// The graphs in a ledger, from one parser.
class KeptGraphs {
 public:
  KeptGraphs(const SentenceParser& parser, const std::vector<std::string>& words)
      : files_(Resources{}) {
    Hasher hasher;
    hasher.add("AMR parser 1").add(parser.version);
    for (const auto& word : words) hasher.add(word);
    for (const auto& file : files_of_command(words).files) hasher.add(files_.add(file));
    name_ = "exec:" + hasher.finish().hex();
    if (!parser.kept.empty()) ledger_.emplace(parser.kept);
  }

  // A damaged one counts as not there.
  std::optional<AmrGraph> find(const std::string& sentence) const {
    const auto text = ledger_ ? ledger_->find({name_, sentence}) : std::nullopt;
    if (!text) return std::nullopt;
    try {
      std::istringstream in(*text);
      PenmanReader reader(in, "kept graphs");
      if (AmrGraph graph; reader.next(graph)) return graph;
    } catch (const Error&) {
    }
    return std::nullopt;
  }

  void keep(const std::string& sentence, const AmrGraph& graph) {
    files_.check_unchanged();
    if (ledger_) ledger_->keep({name_, sentence}, penman_of(graph));
  }

 private:
  SubjectFiles files_;
  std::string name_;
  std::optional<Ledger> ledger_;
};

using Graphs = std::unordered_map<std::string, AmrGraph>;

class Parsing {
 public:
  Parsing(const SentenceParser& parser, KeptGraphs& kept)
      : options_{split_command(parser.command), parser.patience},
        name_("exec:" + parser.command),
        parser_(parser),
        kept_(kept) {
    if (parser.stop) options_.stop = parser.stop;
    options_.note = parser.note;
  }

  void parse(std::span<const std::string> sentences, Graphs& graphs) {
    std::string input;
    for (const auto& sentence : sentences) input += sentence + "\n";
    FilterChild child(options_, input);
    PenmanReader reader(LineReader([&](std::span<char> out) { return child.read(out); }, name_));
    const std::unordered_set<std::string> known(sentences.begin(), sentences.end());
    std::vector<std::string> unproven;
    std::size_t count = 0;
    std::optional<Error> fault;
    for (AmrGraph graph; reader.next_or_fault(graph, fault); ++count) {
      if (count == sentences.size()) fail(child, "more graphs than", count);
      const auto& sentence = sentences[count];
      if (fault) {
        take_fault(sentence, *fault);
        graphs.emplace(sentence, AmrGraph());
        continue;
      }
      const auto named = one_line(metadata(graph, "snt"));
      if (named != sentence && known.contains(named)) {
        reject(child, "gave the graph of '" + named + "' for '" + sentence + "'");
      }
      graph.header.clear();
      if (named == sentence) {
        kept_.keep(sentence, graph);
      } else {
        unproven.push_back(sentence);
      }
      graphs.emplace(sentence, std::move(graph));
    }
    if (count < sentences.size()) {
      fail(child, counted(count, "graph") + " for", sentences.size());
    }
    for (const auto& sentence : unproven) kept_.keep(sentence, graphs.at(sentence));
  }

 private:
  void take_fault(const std::string& sentence, const Error& fault) const {
    if (!parser_.on_fault) throw fault;
    parser_.on_fault(sentence, fault);
  }

  [[noreturn]] static void fail(FilterChild& child, const std::string& what,
                                std::size_t sentences) {
    reject(child, "gave " + what + " " + counted(sentences, "sentence"));
  }

  [[noreturn]] static void reject(FilterChild& child, const std::string& message) {
    child.reject(message, "it must write one graph for each line that it reads, in their order");
  }

  FilterChildOptions options_;
  std::string name_;
  const SentenceParser& parser_;
  KeptGraphs& kept_;
};

}  // namespace

std::vector<AmrGraph> parse_sentences(const SentenceParser& parser,
                                      std::span<const std::string> sentences) {
  KeptGraphs kept(parser, split_command(parser.command));
  std::vector<std::string> lines, missing;
  std::unordered_set<std::string> met;
  Graphs graphs;
  for (const auto& sentence : sentences) {
    lines.push_back(one_line(sentence));
    if (!met.insert(lines.back()).second) continue;
    if (auto graph = kept.find(lines.back())) {
      graphs.emplace(lines.back(), std::move(*graph));
    } else {
      missing.push_back(lines.back());
    }
  }
  if (!missing.empty()) Parsing(parser, kept).parse(missing, graphs);
  std::vector<AmrGraph> all;
  for (const auto& line : lines) all.push_back(graphs.at(line));
  return all;
}

}  // namespace sonde
