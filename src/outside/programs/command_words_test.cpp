#include "outside/programs/command_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "formats/testing/formats.h"

namespace sonde {
namespace command_words_test {

using testing::ElementsAre;

TEST(CommandWords, AreSplitAsAShellDoes) {
  EXPECT_THAT(split_command("python3 my_encoder.py"), ElementsAre("python3", "my_encoder.py"));
  EXPECT_THAT(split_command("  a\t b\\ c  "), ElementsAre("a", "b c"));
  EXPECT_THAT(split_command(R"(a 'b "c" \d' "e 'f' \"g\" \\ \h")"),
              ElementsAre("a", R"(b "c" \d)", R"(e 'f' "g" \ \h)"));
  EXPECT_THAT(split_command("a '' b\"\"c '--x=y z'"), ElementsAre("a", "", "bc", "--x=y z"));
}

TEST(CommandWords, NothingElseHasAMeaning) {
  EXPECT_THAT(split_command("a $HOME * ~ | b; `c` > d & #e"),
              ElementsAre("a", "$HOME", "*", "~", "|", "b;", "`c`", ">", "d", "&", "#e"));
}

TEST(CommandWords, RefuseWhatIsNotWhole) {
  for (const std::string bad : {"", "  ", "a 'b", "a \"b", "a \"b\\\"", "a\\", "'' b"}) {
    EXPECT_THROW(split_command(bad), Error) << bad;
  }
}

// Python's shlex has the same rules.
TEST(CommandWords, AreThoseOfPython) {
  const TemporaryFolder folder;
  std::string commands, expected;
  for (int i = 0; i < 3000; ++i) {
    const std::string letters = "ab \t'\"\\=.";
    std::string command = "x";
    for (unsigned bits = static_cast<unsigned>(i) * 2654435761U; bits > 0; bits /= 9) {
      command += letters[bits % 9];
    }
    commands += command + "\n";
    try {
      for (const auto& word : split_command(command)) expected += "[" + word + "]";
    } catch (const Error&) {
      expected += "error";
    }
    expected += "\n";
  }
  folder.write("commands", commands);
  folder.write("expected", expected);
  EXPECT_TRUE(folder.python(R"(
import shlex
def split(command):
    try:
        return ''.join(f'[{word}]' for word in shlex.split(command))
    except ValueError:
        return 'error'
mine = open('expected').read().split('\n')[:-1]
commands = open('commands').read().split('\n')[:-1]
assert len(mine) == len(commands) == 3000
assert 500 < mine.count('error') < 2500
for command, words in zip(commands, mine):
    assert split(command) == words, (command, words)
)"));
}

}  // namespace command_words_test
}  // namespace sonde
