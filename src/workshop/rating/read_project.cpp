#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/at_place.h"
#include "base/counted.h"
#include "base/parse.h"
#include "formats/tables/delimited.h"
#include "formats/toml/toml_entry.h"
#include "sonde/error.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/project.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRatingPage = "docs/reference/rating.md";
constexpr std::string_view kProjectLabel = "label:";
constexpr std::size_t kTokenLength = 32;
constexpr std::size_t kMostTexts = kMostCandidates + 1;
constexpr int kHighestValue = 9;

std::vector<std::string> texts_of(const TomlEntry& entry) {
  std::vector<std::string> texts;
  for (const auto& one : entry.each()) texts.push_back(one.text());
  return texts;
}

const toml::table& table_of(const TomlEntry& entry) {
  const auto* table = entry.node().as_table();
  if (table == nullptr) entry.fail("must be a table");
  return *table;
}

struct ChoiceKey {
  std::string_view name;
  void (*read)(const TomlEntry&, RatingChoice&);
};

constexpr std::array kChoiceKeys{
    ChoiceKey{"value",
              [](const TomlEntry& entry, RatingChoice& choice) {
                if (entry.whole() > kHighestValue) entry.fail("must be 0 to 9, which are keys");
                choice.value = static_cast<int>(entry.whole());
              }},
    ChoiceKey{"label",
              [](const TomlEntry& entry, RatingChoice& choice) { choice.label = entry.text(); }}};

struct ExampleKey {
  std::string_view name;
  void (*read)(const TomlEntry&, RatingExample&);
};

constexpr std::array kExampleKeys{
    ExampleKey{"texts", [](const TomlEntry& entry,
                           RatingExample& example) { example.texts = texts_of(entry); }},
    ExampleKey{"says", [](const TomlEntry& entry, RatingExample& example) {
                 example.says = entry.text();
               }}};

void read_choices(const TomlEntry& entry, RatingProject& project) {
  auto& choices = project.guideline.choices;
  for (const auto& one : entry.each()) {
    choices.emplace_back();
    read_keys(one, table_of(one), kChoiceKeys, choices.back());
    const bool ascends =
        choices.size() < 2 || choices[choices.size() - 2].value < choices.back().value;
    if (!ascends) one.fail("must have values that ascend");
  }
}

void read_examples(const TomlEntry& entry, RatingProject& project) {
  for (const auto& one : entry.each()) {
    project.guideline.examples.emplace_back();
    read_keys(one, table_of(one), kExampleKeys, project.guideline.examples.back());
  }
}

void read_questions(const TomlEntry& entry, RatingProject& project) {
  for (const auto& [key, node] : table_of(entry)) {
    const std::string ask(key.str());
    project.guideline.questions[ask] = entry.at(ask, node).text();
  }
}

struct ProjectKey {
  std::string_view name;
  void (*read)(const TomlEntry&, RatingProject&);
};

template <std::string Guideline::* member>
void read_guideline_text(const TomlEntry& entry, RatingProject& project) {
  project.guideline.*member = entry.text();
}

constexpr std::array kProjectKeys{
    ProjectKey{"kind", read_guideline_text<&Guideline::kind>},
    ProjectKey{"title", read_guideline_text<&Guideline::title>},
    ProjectKey{"question", read_guideline_text<&Guideline::question>},
    ProjectKey{"data", [](const TomlEntry& entry, RatingProject& to) { to.data = entry.text(); }},
    ProjectKey{"seed", [](const TomlEntry& entry, RatingProject& to) { to.seed = entry.whole(); }},
    ProjectKey{"most_failed",
               [](const TomlEntry& entry, RatingProject& to) { to.most_failed = entry.whole(); }},
    ProjectKey{"instructions",
               [](const TomlEntry& entry, RatingProject& to) {
                 to.guideline.instructions = texts_of(entry);
               }},
    ProjectKey{"questions", read_questions},
    ProjectKey{"choice", read_choices},
    ProjectKey{"example", read_examples}};

void read_settings(const fs::path& file, RatingProject& project) {
  const toml::table table = read_toml(file);
  const std::string name = file.string();
  const TomlEntry document{name, "", table, kRatingPage};
  read_keys(document, table, kProjectKeys, project);
  const Guideline& guideline = project.guideline;
  if (guideline.kind.empty() || guideline.question.empty()) {
    throw input_error("has no 'kind' or no 'question'", {name}, "see docs/reference/rating.md");
  }
  const RatingForm kind = at_place({name}, [&] { return rating_form(guideline.kind); });
  const bool has_candidates = kind.guideline().choices.empty();
  if (has_candidates ? !guideline.choices.empty() : guideline.choices.size() < 2) {
    throw input_error(has_candidates ? "has a scale for candidates" : "has a scale of fewer than 2",
                      {name}, "see docs/reference/rating.md");
  }
}

// A table of a project, with a header.
class ProjectTable {
 public:
  explicit ProjectTable(const fs::path& file) : reader_(file, form_of_table(file)) {
    if (!reader_.next(header_)) throw input_error("is empty", {file.string()}, advice());
  }

  void expect(const std::vector<std::string>& header) const {
    if (header_ != header) fail("its first line doesn't name the columns of such a file");
  }
  const std::vector<std::string>& header() const { return header_; }

  bool next() {
    if (!reader_.next(fields_)) return false;
    if (fields_.size() != header_.size()) {
      fail("has " + counted(fields_.size(), "column") + ", the header " +
           std::to_string(header_.size()));
    }
    return true;
  }
  const std::string& operator[](std::size_t column) const { return fields_[column]; }

  [[noreturn]] void fail(const std::string& what) const {
    throw input_error(what, reader_.place(), advice());
  }

 private:
  static std::string advice() { return "make the project again, or see docs/reference/rating.md"; }

  DelimitedReader reader_;
  std::vector<std::string> header_, fields_;
};

std::optional<ExpectedRating> read_expected(const ProjectTable& table, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto dash = text.find('-');
  const auto low = parse_number<int>(std::string_view(text).substr(0, dash));
  const auto high =
      dash == text.npos ? low : parse_number<int>(std::string_view(text).substr(dash + 1));
  if (!low || !high || *low < 0 || *low > *high || *high > kHighestValue) {
    table.fail("'" + text.substr(0, 40) + "' is not an expected answer, such as 5-7");
  }
  return ExpectedRating{*low, *high};
}

class ItemsReader {
 public:
  ItemsReader(const fs::path& file, const RatingProject& project)
      : table_(file), kind_(rating_form(project.guideline.kind)) {
    const auto& header = table_.header();
    const std::vector<std::string> first{"id", "ask", "expected"};
    if (header.size() < 4 || !std::equal(first.begin(), first.end(), header.begin())) {
      table_.fail("its first line doesn't begin with id, ask, expected and text1");
    }
    while (3 + texts_ < header.size() &&
           header[3 + texts_] == "text" + std::to_string(texts_ + 1)) {
      ++texts_;
    }
    if (texts_ < least_texts() || texts_ > kMostTexts) table_.fail("has too few or too many texts");
  }

  std::vector<RatingItem> read() {
    std::vector<RatingItem> items;
    std::unordered_set<std::string> ids;
    while (table_.next()) {
      items.push_back(item());
      if (!ids.insert(items.back().id).second) table_.fail("the id exists already");
      if (items.size() > kMostRatingTurns) table_.fail("has too many items");
    }
    if (items.empty()) table_.fail("has no items");
    return items;
  }

 private:
  bool has_candidates() const { return kind_.guideline().choices.empty(); }
  std::size_t least_texts() const { return kind_.texts.size() + (has_candidates() ? 1 : 0); }

  RatingItem item() const {
    RatingItem item{table_[0], table_[1], {}, read_expected(table_, table_[2])};
    if (item.id.empty()) table_.fail("an item has no id");
    for (std::size_t i = 0; i < texts_ && !table_[3 + i].empty(); ++i) {
      item.texts.push_back(table_[3 + i]);
    }
    const bool enough =
        has_candidates() ? item.texts.size() >= least_texts() : item.texts.size() == least_texts();
    if (!enough) table_.fail("an item has one text too few or too many");
    for (std::size_t i = 3 + texts_; i < table_.header().size(); ++i) {
      const std::string& name = table_.header()[i];
      if (!name.starts_with(kProjectLabel))
        table_.fail("'" + name.substr(0, 40) + "' is not a label");
      if (!table_[i].empty()) item.labels[name.substr(kProjectLabel.size())] = table_[i];
    }
    return item;
  }

  ProjectTable table_;
  RatingForm kind_;
  std::size_t texts_ = 0;
};

bool is_rater_name(std::string_view name) {
  constexpr std::string_view kKnown =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && name.size() <= 64 && name.find_first_not_of(kKnown) == name.npos;
}

bool is_token(std::string_view token) {
  return token.size() == kTokenLength && token.find_first_not_of("0123456789abcdef") == token.npos;
}

using RaterNumbers = std::unordered_map<std::string, std::size_t>;

RaterNumbers read_people(const fs::path& file, RatingProject& project) {
  ProjectTable table(file);
  table.expect({"person", "token"});
  RaterNumbers numbers;
  std::unordered_set<std::string> tokens;
  while (table.next()) {
    if (!is_rater_name(table[0])) table.fail("a person's name has other than A-Z a-z 0-9 . _ -");
    if (!is_token(table[1])) table.fail("a token is not 32 hexadecimal digits");
    if (!numbers.emplace(table[0], project.raters.size()).second)
      table.fail("the person is listed twice");
    if (!tokens.insert(table[1]).second) table.fail("two people have one token");
    if (numbers.size() > kMostRaters) table.fail("has too many people");
    project.raters.push_back({table[0], table[1], {}});
  }
  if (numbers.empty()) table.fail("has no people");
  return numbers;
}

void read_plan(const fs::path& file, const RaterNumbers& people, RatingProject& project) {
  std::unordered_map<std::string_view, std::uint32_t> items;
  for (std::uint32_t i = 0; i < project.items.size(); ++i) items.emplace(project.items[i].id, i);
  ProjectTable table(file);
  table.expect({"person", "item"});
  std::unordered_set<std::uint64_t> seen;
  while (table.next()) {
    const auto person = people.find(table[0]);
    const auto item = items.find(table[1]);
    if (person == people.end()) table.fail("the person is not in people.tsv");
    if (item == items.end()) table.fail("the item is not in items.tsv");
    if (!seen.insert((std::uint64_t{person->second} << 32) | item->second).second) {
      table.fail("the person has this item already");
    }
    if (seen.size() > kMostRatingTurns) table.fail("has too many lines");
    project.raters[person->second].turns.push_back(item->second);
  }
}

}  // namespace

RatingProject read_project(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw input_error("is not a folder of a rating project", {folder.string()},
                      "make one: `sonde rate new DATA --out FOLDER`");
  }
  RatingProject project;
  read_settings(folder / "project.toml", project);
  const bool quoted = fs::exists(folder / "items.csv");
  project.items = ItemsReader(folder / (quoted ? "items.csv" : "items.tsv"), project).read();
  const auto people = read_people(folder / "people.tsv", project);
  read_plan(folder / "plan.tsv", people, project);
  return project;
}

}  // namespace sonde
