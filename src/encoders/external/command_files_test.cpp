#include "encoders/external/command_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT: setenv

#include "formats/testing/formats.h"

namespace sonde {
namespace command_files_test {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

// A folder that is the working folder and the only one in PATH.
class CommandFilesTest : public testing::Test {
 protected:
  CommandFilesTest() : before_(fs::current_path()), path_(::getenv("PATH")) {
    fs::current_path(folder_.path());
    ::setenv("PATH", folder_.path().c_str(), 1);
    folder_.write("enc.py", "x");
    folder_.write("weights", "x");
    folder_.write("tool", "#!/bin/sh\n");
    fs::permissions("tool", fs::perms::owner_all);
    fs::create_directory("models");
  }
  ~CommandFilesTest() override {
    ::setenv("PATH", path_.c_str(), 1);
    fs::current_path(before_);
  }

  static std::vector<std::string> files(std::vector<std::string> words) {
    words.insert(words.begin(), "tool");
    const auto found = files_of_command(words);
    EXPECT_EQ(found.files.front().filename(), "tool");
    EXPECT_THAT(found.unseen, IsEmpty());
    std::vector<std::string> names;
    for (std::size_t i = 1; i < found.files.size(); ++i) names.push_back(found.files[i].string());
    return names;
  }

  static std::vector<std::string> unseen(std::vector<std::string> words) {
    words.insert(words.begin(), "tool");
    return files_of_command(words).unseen;
  }

 private:
  TemporaryFolder folder_;
  fs::path before_;
  std::string path_;
};

TEST_F(CommandFilesTest, NamesFilesWhereverTheyStandInAWord) {
  EXPECT_THAT(files({"enc.py"}), ElementsAre("enc.py"));
  EXPECT_THAT(files({"./enc.py", "-u"}), ElementsAre("./enc.py"));
  EXPECT_THAT(files({"--set=k=enc.py"}), ElementsAre("enc.py"));
  EXPECT_THAT(files({"--files=enc.py,weights"}), ElementsAre("enc.py", "weights"));
  EXPECT_THAT(files({"-cweights"}), ElementsAre("weights"));
  EXPECT_THAT(files({"@weights"}), ElementsAre("weights"));
  EXPECT_EQ(files({"tool"}).size(), 2U);  // also a file here
}

TEST_F(CommandFilesTest, WordsThatCanNameNone) {
  EXPECT_THAT(
      files({"--pooling=mean", "-u", "--", "-", "", "32", "0.5", "1e-3", "v1.2", "caf\xc3\xa9"}),
      IsEmpty());
}

TEST_F(CommandFilesTest, WordsThatMayNameOthers) {
  for (const std::string word : {"models", "--models=models", "-mmodels", ".", "no/such", "no.such",
                                 "-cno.such", "tool enc.py", "tool;", "$HOME", "*", "http://host",
                                 "enc.py,other.py", "--set=k=no.such"}) {
    EXPECT_THAT(unseen({word}), ElementsAre(word));
  }
  EXPECT_THAT(files_of_command({"no-such-program"}).unseen, ElementsAre("no-such-program"));
  EXPECT_THAT(files_of_command({"./no-such"}).unseen, ElementsAre("./no-such"));
  EXPECT_THAT(files_of_command({"./tool"}).unseen, IsEmpty());
  EXPECT_THAT(files_of_command({"weights"}).unseen, ElementsAre("weights"));  // not executable
}

}  // namespace command_files_test
}  // namespace sonde
