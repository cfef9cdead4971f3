#include "report/name_labels.h"

#include <gtest/gtest.h>

namespace sonde {
namespace name_labels_test {

TEST(NameLabels, AreOfTheWholeNameOrOfAllItsParts) {
  const std::vector<FigureForm::Name> labels{
      {"c1.whole", "whole"}, {"c1", "C1"}, {"ned", "NED"}, {"fuzz", "filler word"}};
  EXPECT_EQ(label_of_name(labels, "c1.whole"), "whole");
  EXPECT_EQ(label_of_name(labels, "c1.ned"), "C1, NED");
  EXPECT_EQ(label_of_name(labels, "c1.ned.new"), "c1.ned.new");
  EXPECT_EQ(label_of_name(labels, "fuzz:place=middle"), "filler word (place=middle)");
  EXPECT_EQ(label_of_name(labels, "other:x"), "other:x");
  EXPECT_EQ(label_of_name({}, ""), "");
}

}  // namespace name_labels_test
}  // namespace sonde
