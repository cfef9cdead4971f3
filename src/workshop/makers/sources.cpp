#include "workshop/makers/sources.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/counted.h"
#include "base/parse.h"
#include "formats/lexicons/wordnet.h"
#include "formats/lines.h"
#include "formats/tables/delimited.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "text/sentences.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWordNet = "wordnet";

bool is_wordnet(const fs::path& in) { return in == kWordNet && !fs::exists(in); }

// Takes sentences, each once.
class SourceList {
 public:
  // Returns its place, or that of an equal earlier sentence.
  std::size_t add(std::string id, std::string_view sentence) {
    std::string text = spaced_once(sentence);
    const auto [found, is_new] = places_.emplace(text, sources_.sentences.size());
    if (is_new) {
      sources_.sentences.push_back({std::move(id), std::move(text)});
    } else {
      ++sources_.repeated;
    }
    return found->second;
  }

  void add_pair(SickPair pair) { sources_.pairs.push_back(std::move(pair)); }
  Sources take() { return std::move(sources_); }

 private:
  Sources sources_;
  std::unordered_map<std::string, std::size_t> places_;
};

void read_wordnet(SourceList& list) {
  WordNetSentences sentences(kWordNetFolder);
  std::size_t number = 0;
  for (std::string sentence; sentences.next(sentence);) {
    list.add(std::to_string(++number), sentence);
  }
}

void read_lines(const fs::path& in, SourceList& list) {
  LineReader lines(in);
  for (std::string_view line; lines.next(line);) {
    if (!spaced_once(line).empty()) list.add(std::to_string(lines.place().line), line);
  }
}

std::optional<std::size_t> find_column(const std::vector<std::string>& header,
                                       std::string_view name) {
  const auto found = std::ranges::find(header, name);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

std::size_t required(const std::vector<std::string>& header, const std::string& name,
                     const Place& place) {
  if (const auto found = find_column(header, name)) return *found;
  throw input_error("has no column " + name, place, "name one of its columns with --column");
}

// Rows of a table with as many fields as its header.
template <class Take>
void for_each_row(DelimitedReader& rows, std::size_t columns, const Take& take) {
  for (std::vector<std::string> fields; rows.next(fields);) {
    if (fields.size() != columns) {
      throw input_error(
          "has " + counted(fields.size(), "field") + ", the header " + std::to_string(columns),
          rows.place(), "separate fields by tabs");
    }
    take(fields);
  }
}

void read_column(DelimitedReader& rows, const std::vector<std::string>& header,
                 const std::string& column, SourceList& list) {
  const std::size_t at = required(header, column, rows.place());
  for_each_row(rows, header.size(), [&](const std::vector<std::string>& fields) {
    if (!spaced_once(fields[at]).empty()) {
      list.add(std::to_string(rows.place().line), fields[at]);
    }
  });
}

void read_sick(DelimitedReader& rows, const std::vector<std::string>& header, SourceList& list) {
  const Place place = rows.place();
  const std::size_t id = required(header, "pair_ID", place);
  const std::size_t first = required(header, "sentence_A", place);
  const std::size_t second = required(header, "sentence_B", place);
  const std::size_t score = required(header, "relatedness_score", place);
  const std::size_t judgment = required(header, "entailment_judgment", place);
  for_each_row(rows, header.size(), [&](const std::vector<std::string>& fields) {
    const auto relatedness = parse_number<double>(fields[score]);
    if (!relatedness) {
      throw input_error("the relatedness '" + fields[score].substr(0, 40) + "' is not a number",
                        rows.place(), "see the file of SemEval-2014");
    }
    SickPair pair{fields[id], 0, 0, *relatedness, fields[judgment] == "ENTAILMENT"};
    pair.first = list.add(fields[id] + "a", fields[first]);
    pair.second = list.add(fields[id] + "b", fields[second]);
    list.add_pair(std::move(pair));
  });
}

bool is_table(const fs::path& in) {
  LineReader lines(in);
  std::string_view line;
  return lines.next(line) && line.find('\t') != line.npos;
}

void read_table(const fs::path& in, const std::string& column, SourceList& list) {
  DelimitedReader rows(in);
  std::vector<std::string> header;
  if (!rows.next(header)) return;
  if (!column.empty()) return read_column(rows, header, column, list);
  if (find_column(header, "sentence_A")) return read_sick(rows, header, list);
  read_column(rows, header, "sentence", list);
}

}  // namespace

Sources read_sources(const fs::path& in, const std::string& column) {
  SourceList list;
  if (is_wordnet(in)) {
    read_wordnet(list);
  } else if (!column.empty() || is_table(in)) {
    read_table(in, column, list);
  } else {
    read_lines(in, list);
  }
  Sources sources = list.take();
  if (sources.sentences.empty()) {
    throw input_error("has no sentence", {in.string()}, "give a file with a sentence per line");
  }
  return sources;
}

std::string digest_of_sources(const fs::path& in) {
  if (!is_wordnet(in)) return file_digest(in).hex();
  Hasher hasher;
  for (const char* file : kWordNetGlossFiles) {
    const fs::path path = fs::path(kWordNetFolder) / file;
    if (!fs::exists(path)) {
      throw outside_error("WordNet is not available", {path.string()},
                          "install Debian's package wordnet-base");
    }
    hasher.add(file_digest(path).hex());
  }
  return hasher.finish().hex();
}

}  // namespace sonde
