#include "workshop/audit/search/search_pairs.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "data/columns.h"
#include "data/search_fields.h"
#include "formats/json/json_lines.h"
#include "formats/tables/delimited.h"
#include "sonde/error.h"
#include "text/sentences.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

struct PairColumns {
  std::size_t query = 0, passage = 1;
};

std::optional<std::size_t> column_named(const std::vector<std::string>& header,
                                        const Field& field) {
  const auto found = std::ranges::find_if(
      header, [&](const std::string& cell) { return names_any(cell, {&field, 1}); });
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

// Nothing, unless the cells name both columns.
std::optional<PairColumns> named_columns(const std::vector<std::string>& header) {
  const auto fields = query_and_passage();
  const auto query = column_named(header, fields.front());
  const auto passage = column_named(header, fields.back());
  if (!query || !passage) return std::nullopt;
  return PairColumns{*query, *passage};
}

[[noreturn]] void throw_no_pair(const Place& place) {
  throw input_error("is not a query and its passage", place,
                    "give a pair per line, separated by a tab, in a .csv by a comma or semicolon; "
                    "or a header that names the columns query and passage");
}

// Collects pairs, each once.
class PairCollector {
 public:
  void add(const std::string& query, const std::string& passage, const Place& place) {
    ++pairs_.lines;
    SearchPair pair{std::to_string(place.line), spaced_once(query), spaced_once(passage)};
    if (pair.query.empty() || pair.passage.empty()) throw_no_pair(place);
    passages_.insert(pair.passage);
    if (!seen_.insert(pair.query + "\t" + pair.passage).second) {
      ++pairs_.duplicates;
    } else {
      pairs_.pairs.push_back(std::move(pair));
    }
  }

  SearchPairs take(const std::string& name) {
    pairs_.passages = passages_.size();
    if (pairs_.passages < 2) {
      throw input_error("has fewer than two passages", {name},
                        "a search needs other passages to rank; give a query and its passage per "
                        "line");
    }
    return std::move(pairs_);
  }

 private:
  SearchPairs pairs_;
  std::unordered_set<std::string> seen_, passages_;
};

void read_json_pairs(const fs::path& file, PairCollector& collector) {
  JsonLinesReader rows(file);
  for (std::vector<std::string> row; rows.next(row);) {
    const auto columns = named_columns(rows.names());
    if (!columns || std::max(columns->query, columns->passage) >= row.size()) {
      throw input_error("has no key `query`, or none called `passage`", rows.place(),
                        "name the keys query and passage");
    }
    collector.add(row[columns->query], row[columns->passage], rows.place());
  }
}

void read_table_pairs(const fs::path& file, PairCollector& collector) {
  DelimitedReader rows(file, form_of_table(file));
  std::vector<std::string> row;
  if (!rows.next(row)) return;
  const std::size_t width = row.size();
  const auto named = named_columns(row);
  if (width < 2 || (!named && width > 2)) throw_no_pair(rows.place());
  const PairColumns columns = named.value_or(PairColumns());
  if (!named) collector.add(row[0], row[1], rows.place());
  while (rows.next(row)) {
    if (row.size() != width) throw_no_pair(rows.place());
    collector.add(row[columns.query], row[columns.passage], rows.place());
  }
}

}  // namespace

SearchPairs read_search_pairs(const fs::path& file) {
  PairCollector collector;
  if (is_json_lines(file)) {
    read_json_pairs(file, collector);
  } else {
    read_table_pairs(file, collector);
  }
  return collector.take(file.string());
}

SearchPairs search_pairs(std::span<const std::pair<std::string, std::string>> pairs,
                         const std::string& name) {
  PairCollector collector;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    collector.add(pairs[i].first, pairs[i].second, {name, i + 1, "", ""});
  }
  return collector.take(name);
}

}  // namespace sonde
