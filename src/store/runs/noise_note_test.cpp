#include "store/runs/noise_note.h"

#include <gtest/gtest.h>

#include <limits>

namespace sonde {
namespace noise_note_test {

SubjectFacts measured(double noise_floor, bool batch_dependent = true) {
  SubjectFacts subject;
  subject.identity.batch_dependent = batch_dependent;
  subject.noise_floor = noise_floor;
  return subject;
}

TEST(NoiseNote, GivesAChangeThatWasMeasured) {
  EXPECT_EQ(noise_note("a", measured(0.00123)),
            "a: may depend on batch and order; encoded again, a cosine changed by up to 0.0012");
}

TEST(NoiseNote, HasNoFigureWithoutAChange) {
  for (const double none : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(noise_note("a", measured(none)), "a: may depend on batch and order");
  }
}

TEST(NoiseNote, IsEmptyIfTheBatchDoesNotMatter) {
  EXPECT_EQ(noise_note("a", measured(0.1, false)), "");
}

}  // namespace noise_note_test
}  // namespace sonde
