#include "workshop/rating/rating_sheet.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/open_file.h"
#include "base/parse.h"
#include "base/spreadsheet_text.h"
#include "formats/tables/delimited.h"
#include "sonde/error.h"
#include "workshop/rating/kinds.h"

namespace sonde {
namespace {

constexpr std::string_view kNumber = "Number", kAnnotation = "Annotation";
constexpr std::string_view kCannotJudge = "?";

bool has_tasks(const RatingProject& project) {
  return std::ranges::any_of(project.items, [](const auto& item) { return !item.ask.empty(); });
}

std::size_t most_texts(const RatingProject& project) {
  std::size_t most = 0;
  for (const auto& item : project.items) most = std::max(most, item.texts.size());
  return most;
}

std::string header_of(const RatingProject& project) {
  const RatingForm kind = rating_form(project.guideline.kind);
  std::string header(kNumber);
  if (has_tasks(project)) header += "\tTask";
  for (const auto name : kind.sheet) header += "\t" + std::string(name);
  for (std::size_t i = kind.sheet.size(); i < most_texts(project); ++i) {
    header += "\t" + std::to_string(i);  // per candidate
  }
  return header + "\t" + std::string(kAnnotation) + "\n";
}

// Spreadsheets drop the tabs of a cell.
std::string without_tabs(std::string text) {
  std::ranges::replace(text, '\t', ' ');
  return text;
}

// The fields of a turn before the annotation.
std::vector<std::string> fields_of(const RatingProject& project, std::size_t rater,
                                   std::size_t turn) {
  const auto number = project.raters[rater].turns[turn];
  const RatingItem& item = project.items[number];
  std::vector<std::string> fields{std::to_string(turn + 1)};
  if (has_tasks(project)) fields.push_back(item.ask);
  const std::size_t before = fields.size();
  for (const auto at : sheet_order(project, rater, number)) {
    fields.push_back(without_tabs(item.texts[at]));
  }
  fields.resize(before + most_texts(project));
  return fields;
}

// The character after the first column's name: spreadsheets save commas or semicolons, too.
char separator_of(const std::filesystem::path& file) {
  std::string start = bytes_between(file, 0, 16);
  std::erase(start, '"');
  const auto number = start.find(kNumber);
  const auto at = number + kNumber.size();
  return number == start.npos || at >= start.size() || std::isprint(start[at]) == 0 ? '\t'
                                                                                    : start[at];
}

class FilledSheet {
 public:
  struct Line {
    std::size_t turn;
    std::optional<Judgement> judgement;  // nothing: the field is empty
    Place place;
  };

  // `quoted`: as spreadsheets write it, and `sonde rate sheet`.
  FilledSheet(const RatingProject& project, std::size_t rater, const std::filesystem::path& file,
              bool quoted)
      : project_(project), rater_(rater), reader_(file, {separator_of(file), quoted}) {}

  std::vector<Line> read() {
    std::vector<std::string> fields;
    if (!reader_.next(fields)) fail("is empty");
    header_size_ = fields.size();
    if (fields.front() != kNumber || fields.back() != kAnnotation) {
      fail("its first line doesn't begin with Number and end with Annotation");
    }
    std::vector<Line> lines;
    while (reader_.next(fields)) {
      const bool blank = fields.size() == 1 && fields.front().empty();
      if (!blank) lines.push_back(line(fields));
    }
    return lines;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw input_error(what, reader_.place(),
                      "fill in the column Annotation of the person's own sheet, and nothing else");
  }

  Line line(std::vector<std::string>& fields) const {
    if (fields.size() != header_size_)
      fail("has a different number of columns than the first line");
    const auto number = parse_number<std::size_t>(fields.front());
    const auto& turns = project_.raters[rater_].turns;
    if (!number || *number == 0 || *number > turns.size()) fail("this person has no such number");
    const std::string annotation(trimmed(fields.back()));
    fields.pop_back();
    for (auto& field : fields) field = std::string(text_of_sheet(field));
    if (fields != fields_of(project_, rater_, *number - 1)) {
      fail("this is not the question that the person has under this number");
    }
    return {*number - 1, read(annotation, project_.items[turns[*number - 1]]), reader_.place()};
  }

  std::optional<Judgement> read(const std::string& annotation, const RatingItem& item) const {
    if (annotation.empty()) return std::nullopt;
    if (annotation == kCannotJudge) return Judgement{};
    const auto value = parse_number<int>(annotation);
    if (!value || !is_choice(project_, item, *value)) {
      fail("'" + annotation.substr(0, 40) + "' is not one of the choices");
    }
    return Judgement{value};
  }

  const RatingProject& project_;
  std::size_t rater_;
  DelimitedReader reader_;
  std::size_t header_size_ = 0;
};

// Not every program that saves a table writes quotes. Errors: those of the sheet with quotes.
std::vector<FilledSheet::Line> read_sheet(const RatingProject& project, std::size_t rater,
                                          const std::filesystem::path& file) {
  try {
    return FilledSheet(project, rater, file, true).read();
  } catch (const Error&) {
    try {
      return FilledSheet(project, rater, file, false).read();
    } catch (const Error&) {
    }
    throw;
  }
}

}  // namespace

std::string sheet_of(const RatingProject& project, std::size_t rater) {
  const auto& turns = project.raters[rater].turns;
  std::vector<std::size_t> order(turns.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](auto turn) { return project.items[turns[turn]].ask; });
  std::string sheet = header_of(project);
  for (const auto turn : order) {
    const auto fields = fields_of(project, rater, turn);
    sheet += fields.front();  // the number
    for (const auto& field : std::span(fields).subspan(1)) sheet += "\t" + sheet_field(field);
    sheet += "\t";
    sheet += "\n";
  }
  return sheet;
}

std::string guidelines_text(const RatingProject& project) {
  const Guideline& guideline = project.guideline;
  const RatingForm kind = rating_form(guideline.kind);
  std::string text = guideline.title + "\n";
  for (const auto& paragraph : guideline.instructions) text += "\n" + paragraph + "\n";
  text += "\nThe question: " + guideline.question + "\n";
  for (const auto& [ask, question] : guideline.questions)
    text += "  " + ask + ": " + question + "\n";
  text += "\nWrite into the column Annotation:\n";
  for (const auto& choice : guideline.choices) {
    text += "  " + std::to_string(choice.value) + (choice.label.empty() ? "" : " " + choice.label) +
            "\n";
  }
  if (guideline.choices.empty()) text += "  the number of a candidate, or 0 for none of them\n";
  text += "  " + std::string(kCannotJudge) + " if you can't judge it\n";
  for (const auto& example : guideline.examples) {
    text += "\nAn example\n";
    for (std::size_t i = 0; i < example.texts.size(); ++i) {
      text += "  " + (i < kind.sheet.size() ? std::string(kind.sheet[i]) : std::to_string(i)) +
              ": " + example.texts[i] + "\n";
    }
    text += "  " + example.says + "\n";
  }
  return text;
}

SheetCounts take_sheet(AnswerBook& book, std::size_t rater, const std::filesystem::path& file) {
  const auto lines = read_sheet(book.project(), rater, file);
  SheetCounts counts;
  for (const auto& [turn, judgement, place] : lines) {
    const auto known = book.answer(rater, turn);
    if (!judgement || !known || known->judgement.value == judgement->value) continue;
    const auto& value = known->judgement.value;
    throw input_error(
        "already has the answer " + (value ? std::to_string(*value) : std::string(kCannotJudge)),
        place, "the first answer counts: write that one here, or leave the field empty");
  }
  for (const auto& [turn, judgement, place] : lines) {
    if (!judgement) {
      ++counts.empty;
    } else if (book.take_from_sheet(rater, turn, *judgement) == AnswerBook::Taken::kNow) {
      ++counts.kept;
    } else {
      ++counts.before;
    }
  }
  return counts;
}

}  // namespace sonde
