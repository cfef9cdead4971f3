#include "scorers/graph_pairs.h"

#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>

#include "base/counted.h"
#include "base/parse.h"
#include "graphs/penman.h"
#include "outside/http/quoted_text.h"
#include "scorers/parsed_sentences.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kExec = "exec:";

bool is_unread(const AmrGraph& graph) {
  const bool alone = graph.nodes.size() == 1 && graph.branches.empty();
  return graph.nodes.empty() || (alone && graph.nodes.front().label == "unparsed");
}

void note_fault(const GraphSource& source, const ScorerContext& context, const Error& fault) {
  if (source.strict || context.encoders.strict) throw fault;
  if (context.encoders.note) {
    context.encoders.note("its pair is left out: " + std::string(fault.what()));
  }
}

std::vector<AmrGraph> read_graphs(const std::string& file, const GraphSource& source,
                                  const ScorerContext& context) {
  PenmanReader reader{std::filesystem::path(file)};
  std::vector<AmrGraph> graphs;
  std::optional<Error> fault;
  for (AmrGraph graph; reader.next_or_fault(graph, fault);) {
    if (fault) note_fault(source, context, *fault);
    graphs.push_back(std::move(graph));
  }
  if (graphs.size() != context.rows) {
    throw input_error("has " + counted(graphs.size(), "graph") + ", but the data set '" +
                          context.dataset + "' has " + counted(context.rows, "row"),
                      {file},
                      "give a graph for each row of one data set; name that with ?data=NAME");
  }
  return graphs;
}

void read_both(const GraphSource& source, const ScorerContext& context, GraphPairs& pairs) {
  pairs.first = read_graphs(source.first, source, context);
  pairs.second = read_graphs(source.second, source, context);
  pairs.rows.resize(context.rows);
  std::iota(pairs.rows.begin(), pairs.rows.end(), std::uint64_t{0});
}

// The first and the second sentence of each row to be scored, one after the other.
std::vector<std::string> sentences_of(const ScorerContext& context,
                                      std::vector<std::uint64_t>& rows) {
  if (!context.items) throw usage_error("the sentences of '" + context.dataset + "' aren't known");
  std::vector<std::string> sentences;
  context.items([&](std::span<const Item> items) {
    for (const auto& item : items) {
      for (std::size_t row = 0; row < item.rows.size(); ++row) {
        const auto& at = item.rows[row].at;
        if (at.size() != 2) {
          throw usage_error("the data set '" + context.dataset + "' has no pairs of sentences");
        }
        for (const auto place : at) sentences.push_back(item.texts[place].text);
        rows.push_back(item.first_row + row);
      }
    }
  });
  return sentences;
}

void parse_both(const GraphSource& source, const ScorerContext& context, GraphPairs& pairs) {
  const auto sentences = sentences_of(context, pairs.rows);
  SentenceParser parser{source.command,  source.version,        source.patience,
                        context.answers, context.encoders.stop, context.encoders.note};
  parser.on_fault = [&](const std::string& sentence, const Error& fault) {
    note_fault(source, context,
               Error(fault.kind(), fault.message() + "; the graph of " + shown(sentence),
                     fault.place(), fault.advice()));
  };
  auto graphs = parse_sentences(parser, sentences);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    (i % 2 == 0 ? pairs.first : pairs.second).push_back(std::move(graphs[i]));
  }
  pairs.command = source.command;
}

void leave_out_unread(GraphPairs& pairs) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.rows.size(); ++i) {
    const std::size_t unread =
        (is_unread(pairs.first[i]) ? 1U : 0U) + (is_unread(pairs.second[i]) ? 1U : 0U);
    pairs.unreadable += unread;
    if (unread > 0) continue;
    if (kept != i) {
      pairs.first[kept] = std::move(pairs.first[i]);
      pairs.second[kept] = std::move(pairs.second[i]);
      pairs.rows[kept] = pairs.rows[i];
    }
    ++kept;
  }
  pairs.first.resize(kept);
  pairs.second.resize(kept);
  pairs.rows.resize(kept);
}

void add_graphs(GraphPairs& pairs, std::vector<AmrGraph>& graphs, Hasher& hasher) {
  for (auto& graph : graphs) {
    graph.header.clear();
    hasher.add(penman_of(graph));
    pairs.cyclic += cycle_of(graph).empty() ? 0U : 1U;
  }
}

}  // namespace

std::vector<double> GraphPairs::by_row(const std::vector<double>& values) const {
  std::vector<double> all(all_rows, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < values.size(); ++i) all.at(rows[i]) = values[i];
  return all;
}

std::vector<std::pair<std::string, std::string>> GraphPairs::facts() const {
  std::vector<std::pair<std::string, std::string>> facts{
      {"graphs", std::to_string(first.size() + second.size())}};
  if (!command.empty()) facts.emplace_back("parser", command);
  if (unreadable > 0) facts.emplace_back("unreadable graphs", std::to_string(unreadable));
  if (cyclic > 0) facts.emplace_back("cyclic graphs", std::to_string(cyclic));
  return facts;
}

GraphSource graph_source(const Spec& spec, Options& options) {
  constexpr std::int64_t kMostSeconds = 7 * 24 * 3600;
  GraphSource source;
  source.strict = options.flag("strict", false);
  const std::string_view location = spec.location;
  if (location.starts_with(kExec)) {
    source.command = location.substr(kExec.size());
    if (source.command.empty()) {
      throw usage_error("'" + spec.text + "' names no command",
                        "write " + spec.kind + ":exec:COMMAND, which parses sentences");
    }
    source.version = options.text("version", "");
    source.patience = std::chrono::seconds(options.integer("timeout", 3600, 1, kMostSeconds));
    return source;
  }
  const auto files = parts_of(location, ',');
  if (files.size() != 2 || files[0].empty() || files[1].empty()) {
    throw usage_error("'" + spec.text + "' does not name two files",
                      "write " + spec.kind +
                          ":A.amr,B.amr: the graphs of the first and of the second sentences; or " +
                          spec.kind + ":exec:COMMAND, which parses them");
  }
  source.first = files[0];
  source.second = files[1];
  return source;
}

GraphPairs read_graph_pairs(const GraphSource& source, const ScorerContext& context) {
  GraphPairs pairs;
  pairs.all_rows = context.rows;
  (source.command.empty() ? read_both : parse_both)(source, context, pairs);
  leave_out_unread(pairs);
  Hasher hasher;
  add_graphs(pairs, pairs.first, hasher);
  add_graphs(pairs, pairs.second, hasher);
  if (pairs.rows.size() != pairs.all_rows) {
    for (const auto row : pairs.rows) hasher.add(row);
  }
  pairs.digest = hasher.finish();
  return pairs;
}

}  // namespace sonde
