// Ratings in a spreadsheet: a sheet a person, as appendix A.6 of the paper on sets has it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "workshop/rating/project.h"
#include "workshop/rating/rater_answers.h"

namespace sonde {

// A tab-separated table: Number, Task (if there are several), S1, S2, Output, Annotation. Other
// kinds have other texts. Texts are written as sheet_field() has them. Annotation is to be filled
// in. Rows of a task are contiguous.
std::string sheet_of(const RatingProject& project, std::size_t rater);

// Instructions for raters to read first, as plain text.
std::string guidelines_text(const RatingProject& project);

struct SheetCounts {
  std::size_t kept = 0, before = 0, empty = 0;  // before: same answer already there
};

// Stores the annotations of a filled in sheet, also one that a spreadsheet saved: between tabs,
// commas or semicolons, with quotes or without. Errors: kInput with file:line, before anything is
// stored, for another sheet than the person's, an invalid choice, and an answer that differs from
// an earlier one.
SheetCounts take_sheet(AnswerBook& book, std::size_t rater, const std::filesystem::path& file);

}  // namespace sonde
