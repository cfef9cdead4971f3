#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "graphs/penman.h"

namespace sonde {

// A bracket, a slash, or a role, symbol or string with its alignment.
struct PenmanReader::Token {
  std::string_view text, alignment;
  std::string_view line;  // the line it is in
  std::size_t begin = 0;  // in bytes
  bool is_string = false;

  bool is_bracket(std::string_view bracket) const { return !is_string && text == bracket; }
};

namespace {

// find_first_of() calls a function for every character.
class Characters {
 public:
  explicit constexpr Characters(std::string_view characters) {
    for (const char c : characters) has_[static_cast<unsigned char>(c)] = true;
  }
  constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }

  // The first character from `at` on that is one of them, or isn't. Else the text's end.
  std::size_t find(std::string_view text, std::size_t at, bool wanted = true) const {
    while (at < text.size() && has(text[at]) != wanted) ++at;
    return at;
  }

 private:
  std::array<bool, 256> has_{};
};

constexpr Characters kWhite(" \t\r\v\f");
constexpr Characters kEnds(" \t\r\v\f()");

// Whether a character is a token alone. A slash is, between a variable and its concept.
bool is_mark(char c, bool behind_variable) {
  return c == '(' || c == ')' || (c == '/' && behind_variable);
}

// In characters, from 1.
std::size_t column_of(std::string_view line, std::size_t at) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return static_cast<std::size_t>(std::ranges::count_if(line.substr(0, at), begins)) + 1;
}

// The place after the quote that ends the string at line[at]. npos without one.
std::size_t end_of_string(std::string_view line, std::size_t at) {
  for (++at; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '"') {
      return at + 1;
    }
  }
  return line.npos;
}

// Whether it may follow a "~": "e.1,2" or "12".
bool is_alignment(std::string_view text) {
  if (text.starts_with("e.")) text.remove_prefix(2);
  for (const auto part : parts_of(text, ',')) {
    if (!parse_number<unsigned>(part)) return false;
  }
  return true;
}

// The start of the alignment of a role or symbol, or its end.
std::size_t end_of_text(std::string_view word) {
  const auto tilde = word.rfind('~');
  const bool aligned = tilde != word.npos && tilde > 0 && is_alignment(word.substr(tilde + 1));
  return aligned ? tilde : word.size();
}

// "z12" -> "z". Nothing for a name of another form.
std::string_view stem_of(std::string_view name) {
  const auto digits = name.find_first_of("0123456789");
  if (digits == 0 || digits == name.npos) return {};
  return name.find_first_not_of("0123456789", digits) == name.npos ? name.substr(0, digits)
                                                                   : std::string_view();
}

bool is_letter_alone(std::string_view name) {
  return name.size() == 1 && name[0] >= 'a' && name[0] <= 'z';
}

bool is_metadata(const std::string& line) { return line.find("::") != line.npos; }

}  // namespace

PenmanReader::PenmanReader(const std::filesystem::path& file) : lines_(file) {}

PenmanReader::PenmanReader(std::istream& in, std::string name) : lines_(in, std::move(name)) {}

PenmanReader::PenmanReader(LineReader lines) : lines_(std::move(lines)) {}

bool PenmanReader::next(AmrGraph& graph) {
  for (std::string_view line; ready_.empty() && read_line(line);) take_line(line);
  if (ready_.empty()) {
    if (!open_.empty() || expected_ != Expected::kGraph) fail_open();
    end_header();
    return false;
  }
  graph = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

bool PenmanReader::next_or_fault(AmrGraph& graph, std::optional<Error>& fault) {
  fault.reset();
  try {
    return next(graph);
  } catch (const Error& error) {
    if (reading_ || !ready_.empty()) throw;
    fault = error;
  }
  skip_graph();
  graph = {};
  return true;
}

bool PenmanReader::read_line(std::string_view& line) {
  reading_ = true;
  const bool there = lines_.next(line);
  reading_ = false;
  line_ += there ? 1 : 0;
  is_between_ = !there || trimmed(line).empty();
  return there;
}

void PenmanReader::skip_graph() {
  for (std::string_view line; !is_between_ && read_line(line);) {
  }
  expected_ = Expected::kGraph;
  graph_ = {};
  open_.clear();
  variables_.clear();
  values_.clear();
}

void PenmanReader::take_line(std::string_view line) {
  const bool outside = expected_ == Expected::kGraph;
  if (trimmed(line).empty()) {
    if (!outside) fail_open();
    end_header();
  } else if (line.starts_with('#')) {
    if (outside) graph_.header.emplace_back(line);
  } else {
    for (std::size_t at = 0;;) {
      at = kWhite.find(line, at, false);
      if (at == line.size()) return;
      take(take_token(line, at));
    }
  }
}

void PenmanReader::end_header() {
  if (std::ranges::any_of(graph_.header, is_metadata)) {
    throw input_error("metadata without a graph: '" + graph_.header.front() + "'", lines_.place(),
                      "a graph follows its metadata without a blank line");
  }
  graph_.header.clear();
}

PenmanReader::Token PenmanReader::take_token(std::string_view line, std::size_t& at) const {
  Token token;
  const std::size_t begin = at;
  token.line = line;
  token.begin = begin;
  if (is_mark(line[at], expected_ == Expected::kSlash)) {
    token.text = line.substr(at++, 1);
    return token;
  }
  token.is_string = line[at] == '"';
  const std::size_t text = token.is_string ? end_of_string(line, at) : at;
  if (text == line.npos) fail("a string has no closing quote", token);
  at = kEnds.find(line, text);
  if (expected_ == Expected::kVariable) at = std::min(line.find('/', begin), at);
  const std::string_view word = line.substr(begin, at - begin);
  const std::size_t end = token.is_string && text == at ? word.size() : end_of_text(word);
  if (token.is_string && begin + end != text) fail("a string has something after its quote", token);
  token.text = word.substr(0, end);
  if (end < word.size()) token.alignment = word.substr(end + 1);
  return token;
}

void PenmanReader::take(const Token& token) {
  if (token.is_bracket("(")) return open(token);
  if (token.is_bracket(")")) return close(token);
  switch (expected_) {
    case Expected::kGraph:
      fail("'" + std::string(token.text) + "' is outside brackets", token,
           "a graph is written (VARIABLE / CONCEPT ...)");
    case Expected::kVariable:
      return take_variable(token);
    case Expected::kSlash:
      if (token.text != "/") fail("'/' is missing before '" + std::string(token.text) + "'", token);
      expected_ = Expected::kLabel;
      return;
    case Expected::kLabel:
      return take_label(token);
    case Expected::kRole:
      return take_role(token);
    case Expected::kValue:
      return take_value(token);
  }
}

void PenmanReader::open(const Token& token) {
  if (open_.size() == kDeepestGraph) {
    fail("more than " + std::to_string(kDeepestGraph) + " brackets are open", token);
  }
  if (expected_ == Expected::kGraph) {
    graph_.place = place_of(token);
  } else if (expected_ != Expected::kValue) {
    fail(expected_ == Expected::kRole ? "'(' without a role before it"
                                      : "'(' where a variable or its concept is expected",
         token, "is a ')' missing?");
  }
  expected_ = Expected::kVariable;
}

void PenmanReader::close(const Token& token) {
  const bool empty = expected_ == Expected::kVariable;
  if (empty && open_.empty()) fail("an empty graph", token, "leave it out, or write its top node");
  if (expected_ == Expected::kGraph) fail("')' without '('", token);
  if (expected_ == Expected::kValue) {
    fail("the role '" + graph_.branches.back().role + "' has no value", token);
  }
  if (expected_ != Expected::kRole) {
    fail("a node without a concept", token, "write (VARIABLE / CONCEPT)");
  }
  open_.pop_back();
  if (open_.empty()) resolve();
}

void PenmanReader::take_variable(const Token& token) {
  const auto node = static_cast<std::uint32_t>(graph_.nodes.size());
  std::string name(token.text);
  if (name.empty() || name.starts_with(':') || token.is_string || !token.alignment.empty()) {
    fail("a node without a variable", token, "write (VARIABLE / CONCEPT)");
  }
  if (!variables_.emplace(name, node).second) {
    fail("the variable '" + name + "' is declared twice", token);
  }
  if (!open_.empty()) {
    graph_.branches.back().to = node;
    graph_.branches.back().declares = true;
  }
  open_.push_back(node);
  graph_.nodes.push_back({std::move(name), {}, {}});
  expected_ = Expected::kSlash;
}

void PenmanReader::take_label(const Token& token) {
  if (token.text.starts_with(':')) {
    fail("the variable '" + graph_.nodes.back().variable + "' has no concept", token,
         "write (VARIABLE / CONCEPT)");
  }
  graph_.nodes.back().label = token.text;
  graph_.nodes.back().alignment = token.alignment;
  expected_ = Expected::kRole;
}

void PenmanReader::take_role(const Token& token) {
  if (!token.text.starts_with(':') || token.text.size() == 1) {
    fail("'" + std::string(token.text) + "' is not a role", token, "a role begins with ':'");
  }
  AmrBranch branch;
  branch.from = open_.back();
  branch.role = token.text;
  branch.role_alignment = token.alignment;
  graph_.branches.push_back(std::move(branch));
  values_.emplace_back();
  expected_ = Expected::kValue;
}

void PenmanReader::take_value(const Token& token) {
  auto& branch = graph_.branches.back();
  if (token.text.starts_with(':')) {
    fail("the role '" + branch.role + "' has no value", token);
  }
  branch.constant = token.text;
  branch.alignment = token.alignment;
  values_.back() = {line_, column_of(token.line, token.begin)};
  expected_ = Expected::kRole;
}

// Symbols that are variables become re-entrancies, also for nodes further below.
void PenmanReader::resolve() {
  std::unordered_set<std::string_view> stems;
  for (const auto& node : graph_.nodes) stems.insert(stem_of(node.variable));
  for (std::size_t i = 0; i < graph_.branches.size(); ++i) {
    auto& branch = graph_.branches[i];
    if (branch.declares) continue;
    const auto found = variables_.find(branch.constant);
    if (found != variables_.end()) {
      branch.to = found->second;
      branch.constant.clear();
    } else if (const auto stem = stem_of(branch.constant);
               is_letter_alone(branch.constant) || (!stem.empty() && stems.contains(stem))) {
      Place place = lines_.place();
      place.line = values_[i].line;
      place.column = std::to_string(values_[i].column);
      throw input_error("the variable '" + branch.constant + "' is not declared", std::move(place),
                        "write (" + branch.constant + " / CONCEPT) once, or a constant in quotes");
    }
  }
  ready_.push_back(std::exchange(graph_, {}));
  variables_.clear();
  values_.clear();
  expected_ = Expected::kGraph;
}

Place PenmanReader::place_of(const Token& token) const {
  Place place = lines_.place();
  place.column = std::to_string(column_of(token.line, token.begin));
  return place;
}

void PenmanReader::fail(const std::string& message, const Token& token,
                        const std::string& advice) const {
  throw input_error(message, place_of(token), advice);
}

void PenmanReader::fail_open() const {
  throw input_error(
      "a graph has " + counted(std::max<std::size_t>(open_.size(), 1), "unclosed bracket"),
      graph_.place, "a blank line or the end of the file ends a graph");
}

std::vector<AmrGraph> read_penman(const std::filesystem::path& file) {
  PenmanReader reader(file);
  std::vector<AmrGraph> graphs;
  for (AmrGraph graph; reader.next(graph);) graphs.push_back(std::move(graph));
  return graphs;
}

}  // namespace sonde
