#include "base/spreadsheet_text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/parse.h"

namespace sonde {
namespace spreadsheet_text_test {

// A spreadsheet's reading of a field without separators: quotes are removed.
std::string cell_of(std::string field) {
  if (!field.starts_with('"')) return field;
  std::string cell;
  for (std::size_t i = 1; i + 1 < field.size(); ++i) {
    cell += field[i];
    if (field[i] == '"') ++i;
  }
  return cell;
}

TEST(SheetText, NoFieldIsAFormulaANumberADateOrATruthValue) {
  for (const std::string text : {"=1+1", "+1", "-5 degrees", "@here", "\tx", "'=1", "''=1", "1/2",
                                 "0.50", "12", "1e5", "1,000", "true", "FALSE"}) {
    const std::string cell = cell_of(sheet_field(text));
    EXPECT_EQ(cell, "'" + text);
    EXPECT_EQ(text_of_sheet(cell), text);
  }
  for (const std::string text :
       {"", "A dog.", "'tis so", "4 loaves", "-", "a\tb", "two \"marks\"", "a\nb"}) {
    const std::string cell = cell_of(sheet_field(text));
    EXPECT_EQ(cell, text);
    EXPECT_EQ(text_of_sheet(cell), text);
  }
}

TEST(SheetText, EveryTextComesBack) {
  EXPECT_TRUE(rc::check([] {
    const auto text =
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string("'=-\"\t\n1.a ")));
    const std::string field = sheet_field(text);
    RC_ASSERT(text_of_sheet(cell_of(field)) == text);
    if (!field.starts_with('"')) RC_ASSERT(field.find_first_of("\t\n\"") == field.npos);
  }));
}

TEST(SheetText, OnlyFormulasOfTablesAreChanged) {
  EXPECT_EQ(without_formula("-0.25"), "-0.25");
  EXPECT_EQ(without_formula("60,10"), "60,10");
  EXPECT_EQ(without_formula("=HYPERLINK(\"http://a\")"), "'=HYPERLINK(\"http://a\")");
  EXPECT_EQ(without_formula("-5 degrees"), "'-5 degrees");
}

}  // namespace spreadsheet_text_test
}  // namespace sonde
