#include "workshop/rating/project.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "base/atomic_file.h"
#include "base/random.h"
#include "base/spreadsheet_text.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/toml_text.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLabelPrefix = "label:";

std::string toml_list(const std::vector<std::string>& texts, const std::string& between) {
  std::string list;
  for (const auto& text : texts) list += (list.empty() ? "" : "," + between) + toml_text(text);
  return "[" + list + "]";
}

std::string settings_toml(const RatingProject& project) {
  const Guideline& guideline = project.guideline;
  const auto pair = [](const char* key, const std::string& value) {
    return std::string(key) + " = " + value + "\n";
  };
  std::string text =
      "# A rating project of sonde: docs/reference/rating.md says what may be changed.\n";
  text += pair("kind", toml_text(guideline.kind)) + pair("data", toml_text(project.data)) +
          pair("seed", std::to_string(project.seed)) +
          pair("most_failed", std::to_string(project.most_failed)) +
          pair("title", toml_text(guideline.title)) +
          pair("question", toml_text(guideline.question)) +
          pair("instructions", toml_list(guideline.instructions, "\n  "));
  if (!guideline.questions.empty()) text += "\n[questions]\n";
  for (const auto& [ask, question] : guideline.questions) {
    text += pair(toml_text(ask).c_str(), toml_text(question));
  }
  for (const auto& choice : guideline.choices) {
    text += "\n[[choice]]\n" + pair("value", std::to_string(choice.value));
    if (!choice.label.empty()) text += pair("label", toml_text(choice.label));
  }
  for (const auto& example : guideline.examples) {
    text += "\n[[example]]\n" + pair("texts", toml_list(example.texts, "\n  ")) +
            pair("says", toml_text(example.says));
  }
  return text;
}

bool breaks_line(const std::string& text) { return text.find_first_of("\t\n\r") != text.npos; }

// Ids and labels are also in tables without quotes.
void check_names(const RatingItem& item) {
  const auto label = std::ranges::find_if(item.labels, [](const auto& one) {
    return breaks_line(one.first) || breaks_line(one.second);
  });
  if (!breaks_line(item.id) && label == item.labels.end()) return;
  throw input_error("an id or label has a tab or a line end in it", {"", 0, "", item.id},
                    "use a space instead");
}

// Each line end as a line feed.
std::string with_line_feeds(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!pair) out += text[at] == '\r' ? '\n' : text[at];
  }
  return out;
}

std::string expected_text(const RatingItem& item) {
  if (!item.expected) return {};
  return std::to_string(item.expected->low) + "-" + std::to_string(item.expected->high);
}

std::string items_table(const RatingProject& project) {
  std::size_t texts = 1;
  std::set<std::string> labels;
  for (const auto& item : project.items) {
    texts = std::max(texts, item.texts.size());
    for (const auto& [name, value] : item.labels) labels.insert(name);
  }
  std::vector<std::string> header{"id", "ask", "expected"};
  for (std::size_t i = 1; i <= texts; ++i) header.push_back("text" + std::to_string(i));
  for (const auto& name : labels) header.push_back(std::string(kLabelPrefix) + name);
  const bool quoted = has_broken_lines(project);
  std::string table = table_row(header, quoted);
  for (const auto& item : project.items) {
    check_names(item);
    std::vector<std::string> fields{item.id, item.ask, expected_text(item)};
    for (const auto& text : item.texts) fields.push_back(with_line_feeds(text));
    fields.resize(3 + texts);
    for (const auto& name : labels) {
      const auto label = item.labels.find(name);
      fields.push_back(label == item.labels.end() ? std::string() : label->second);
    }
    table += table_row(fields, quoted);
  }
  return table;
}

std::string people_table(const RatingProject& project) {
  std::string table = "person\ttoken\n";
  for (const auto& rater : project.raters) table += rater.name + "\t" + rater.token + "\n";
  return table;
}

std::string plan_table(const RatingProject& project) {
  std::string table = "person\titem\n";
  for (const auto& rater : project.raters) {
    for (const auto item : rater.turns) table += rater.name + "\t" + project.items[item].id + "\n";
  }
  return table;
}

}  // namespace

void write_project(const fs::path& folder, const RatingProject& project) {
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder))) {
    throw usage_error("a file or folder exists at " + folder.string() + " already",
                      "name a new folder with --out");
  }
  const std::string items = items_table(project);
  NewFolder made(folder);  // its owner's alone: readers of the tokens can answer
  write_file_atomically(made.temporary() / (has_broken_lines(project) ? "items.csv" : "items.tsv"),
                        items);
  write_file_atomically(made.temporary() / "people.tsv", people_table(project));
  write_file_atomically(made.temporary() / "plan.tsv", plan_table(project));
  write_file_atomically(made.temporary() / "project.toml", settings_toml(project));
  made.commit();
}

bool has_broken_lines(const RatingProject& project) {
  return std::ranges::any_of(project.items, [](const RatingItem& item) {
    return std::ranges::any_of(item.texts, breaks_line);
  });
}

std::string table_row(const std::vector<std::string>& fields, bool quoted) {
  std::string row;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) row += quoted ? "," : "\t";
    row += quoted ? quoted_field(fields[i], ',') : fields[i];
  }
  return row + "\n";
}

fs::path answers_file(const fs::path& folder) { return folder / "answers.ledger"; }

bool is_choice(const RatingProject& project, const RatingItem& item, int value) {
  const auto& choices = project.guideline.choices;
  if (choices.empty()) return value >= 0 && static_cast<std::size_t>(value) < item.texts.size();
  return std::ranges::find(choices, value, &RatingChoice::value) != choices.end();
}

std::vector<std::uint32_t> sheet_order(const RatingProject& project, std::size_t rater,
                                       std::uint32_t item) {
  if (!project.guideline.choices.empty()) return shown_order(project, rater, item);
  std::vector<std::uint32_t> order(project.items[item].texts.size());
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

std::vector<std::uint32_t> shown_order(const RatingProject& project, std::size_t rater,
                                       std::uint32_t item) {
  const RatingForm kind = rating_form(project.guideline.kind);
  const RatingItem& asked = project.items[item];
  std::vector<std::uint32_t> order(asked.texts.size());
  std::iota(order.begin(), order.end(), 0U);
  if (!kind.ordered.empty() && asked.ask == kind.ordered) return order;
  const auto key = digest_of(project.seed, project.raters[rater].name, asked.id).low64();
  const auto end = std::min(kind.end_shuffled, order.size()) - kind.first_shuffled;
  std::ranges::sort(std::span(order).subspan(kind.first_shuffled, end), {},
                    [&](auto at) { return std::pair(random_bits(key, 0, at), at); });
  return order;
}

}  // namespace sonde
