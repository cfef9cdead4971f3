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
  EXPECT_EQ(label_of_name(labels, "fuzz:place=start:word=1"),
            "filler word (place: start, word: 1)");
  EXPECT_EQ(label_of_name(labels, "other:x"), "other:x");
  EXPECT_EQ(label_of_name({}, ""), "");
  EXPECT_EQ(label_of_name({}, "threshold_5"), "threshold for 5% false matches");
  EXPECT_EQ(label_of_name({}, "kept_given"), "given threshold: same meaning above it");
  EXPECT_EQ(label_of_name({}, "other_5"), "other_5");
}

}  // namespace name_labels_test
}  // namespace sonde
