#include "outside/programs/filter_child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <fstream>

#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace filter_child_test {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;

FilterChildOptions script(const std::string& text, milliseconds patience = milliseconds(120000)) {
  return {{"sh", "-c", text}, patience};
}

std::string all_output(const FilterChildOptions& options, const std::string& input) {
  FilterChild child(options, input);
  std::array<char, 1000> some;
  std::string all;
  while (const std::size_t got = child.read(some)) all.append(some.data(), got);
  return all;
}

std::string failure(const FilterChildOptions& options, const std::string& input = "x\n") {
  try {
    all_output(options, input);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    return error.what();
  }
  return "no error";
}

TEST(FilterChild, ReadsAllAndWritesWhenItLikes) {
  EXPECT_EQ(all_output(script("tr a-z A-Z"), "one\ntwo\n"), "ONE\nTWO\n");
  EXPECT_EQ(all_output(script("sort"), "b\na\n"), "a\nb\n");
  EXPECT_EQ(all_output(script("cat"), ""), "");
  EXPECT_EQ(all_output(script("echo done; cat > /dev/null"), "x\n"), "done\n");
}

// More than pipes hold, both ways.
TEST(FilterChild, LongTextsBlockNobody) {
  const std::string text(std::size_t{4} << 20, 'x');
  EXPECT_EQ(all_output(script("cat"), text), text);
  EXPECT_EQ(all_output(script("head -c 1000000 /dev/zero >&2; cat"), text), text);
}

TEST(FilterChild, NeedNotReadAll) {
  EXPECT_EQ(all_output(script("head -n 1; exit 0"), "one\n" + std::string(1 << 20, 'x')), "one\n");
}

TEST(FilterChild, OutputIsThereAsSoonAsItIsWritten) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() / "pipe";  // the child continues once written to
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  FilterChild child(script("echo first; read -r _ < " + pipe + "; read -r _; cat; sleep 60"),
                    "a\nb\n");
  std::array<char, 100> some;
  EXPECT_EQ(std::string(some.data(), child.read(some)), "first\n");
  std::ofstream(pipe) << "go\n";
  EXPECT_EQ(std::string(some.data(), child.read(some)), "b\n");
}

TEST(FilterChild, HowItFailsIsTold) {
  EXPECT_THAT(failure(script("echo half; echo no model >&2; exit 3")),
              AllOf(HasSubstr("ended with exit status 3"), HasSubstr("ends: no model")));
  EXPECT_THAT(failure(script("kill -9 $$")), HasSubstr("was ended by signal 9"));
  EXPECT_THAT(
      failure(script("sleep 60", milliseconds(200))),
      AllOf(HasSubstr("wrote nothing for 0.200 s; it was killed"), HasSubstr("timeout=SECONDS")));
  EXPECT_THAT(failure({{"sonde-has-no-such-program"}, milliseconds(1000)}),
              HasSubstr("cannot be started"));
}

TEST(FilterChild, CanBeStopped) {
  auto options = script("sleep 60");
  options.stop = [] { return true; };
  FilterChild child(options, "x\n");
  std::array<char, 100> some;
  try {
    child.read(some);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
}

}  // namespace filter_child_test
}  // namespace sonde
