#include "encoders/shared/model_costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/testing/formats.h"

namespace sonde {
namespace model_costs_test {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

namespace fs = std::filesystem;

class ModelCosts : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { files_.write(name, text); }
  const fs::path& folder() const { return files_.path(); }

 private:
  TemporaryFolder files_;
};

TEST_F(ModelCosts, AreTheSizeOfEachFileOnceAndTheLicence) {
  write("weights", std::string(1000, 'x'));
  write("config", std::string(24, 'x'));
  write("README.md", "---\nlanguage: en\nlicense: \"apache-2.0\"\ntags:\n- x\n---\nlicense: mit\n");
  const StampedFile weights{folder() / "weights", {}}, config{folder() / "config", {}};
  const std::vector files{weights, config, weights};
  EXPECT_THAT(model_costs(folder(), files),
              ElementsAre(Pair("bytes on disk", "1024"), Pair("licence", "apache-2.0")));
}

TEST_F(ModelCosts, HaveNoLicenceThatTheReadmeDoesNotName) {
  EXPECT_THAT(model_costs(folder(), {}), SizeIs(1));
  write("LICENSE", "MIT");
  for (const char* text :
       {"license: mit\n", "---\ntags: x\n---\nlicense: mit\n", "---\nlicense:\n- mit\n---\n"}) {
    write("README.md", text);
    EXPECT_THAT(model_costs(folder(), {}), SizeIs(1)) << text;
  }
}

}  // namespace model_costs_test
}  // namespace sonde
