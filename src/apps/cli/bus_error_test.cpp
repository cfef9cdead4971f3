#include "apps/cli/bus_error.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "formats/file_bytes.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace bus_error_test {

int last_of_one_that_is_cut(const std::filesystem::path& file) {
  const MappedFile mapped(file);
  std::filesystem::resize_file(file, 1);
  return static_cast<int>(mapped.bytes().back());
}

TEST(BusError, NamesTheFileThatWasCut) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const TemporaryFolder folder;
  const auto file = folder.write("weights.npy", std::string(100'000, 'x'));
  EXPECT_EXIT(
      {
        tell_bus_errors();
        std::exit(last_of_one_that_is_cut(file));
      },
      testing::ExitedWithCode(4), "sonde: /.*weights.npy: was cut short while it was read");
}

}  // namespace bus_error_test
}  // namespace sonde
