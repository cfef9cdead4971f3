#include "outside/programs/line_child.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "base/testing/eventually_test.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace line_child_test {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

LineChildOptions shell(const std::string& script, milliseconds patience = milliseconds(120000)) {
  return {{"sh", "-c", script}, patience};
}

std::string error_of(LineChild& child, const std::string& request = "x") {
  try {
    child.ask(request);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "no error";
}

std::string error_of(const std::string& script, milliseconds patience = milliseconds(120000)) {
  LineChild child(shell(script, patience));
  return error_of(child);
}

bool eventually_exists(const std::filesystem::path& file) {
  return test::eventually([&] { return std::filesystem::exists(file); });
}

// A command of a shell that writes a line to a file, which appears with the line in it.
std::string write_whole(const std::string& line, const std::filesystem::path& file) {
  return "echo " + line + " > " + file.string() + ".new; mv " + file.string() + ".new " +
         file.string() + "; ";
}

TEST(LineChild, AnswersEachLine) {
  LineChild child(shell("while read -r line; do echo \"<$line>\"; done"));
  EXPECT_EQ(child.ask("one"), "<one>");
  EXPECT_EQ(child.ask("two words"), "<two words>");
  EXPECT_EQ(child.ask(""), "<>");
}

TEST(LineChild, AnEndOfLineOfWindowsIsOneToo) {
  LineChild child(shell(R"(while read -r line; do printf '%s\r\n' "$line"; done)"));
  EXPECT_EQ(child.ask("one"), "one");
}

// Both sides write more than pipes hold before they read on.
TEST(LineChild, LongLinesInBothDirectionsBlockNobody) {
  LineChild child({{"cat"}, milliseconds(60000)});
  const std::string long_line(std::size_t{8} << 20, 'x');
  EXPECT_EQ(child.ask(long_line), long_line);
  EXPECT_EQ(child.ask("short"), "short");
}

TEST(LineChild, MuchOnStandardErrorBlocksNobody) {
  LineChild child(
      shell("while read -r line; do head -c 1000000 /dev/zero >&2; echo \"$line\"; done"));
  EXPECT_EQ(child.ask("one"), "one");
  EXPECT_EQ(child.ask("two"), "two");
}

TEST(LineChild, CannotBeStarted) {
  try {
    LineChild child({{"no-such-program-anywhere", "x"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_THAT(error.what(), HasSubstr("no-such-program-anywhere: cannot be started: No such"));
  }
  const TemporaryFolder folder;
  const auto file = folder.write("plain", "#!/bin/sh\n");
  EXPECT_THROW(LineChild({{file.string()}}), Error);
}

TEST(LineChild, AFileThatIsNotAProgramHasAdvice) {
  const TemporaryFolder folder;
  const auto advice = [](const std::string& name) {
    try {
      LineChild child({{name}});
      return std::string("no error");
    } catch (const Error& error) {
      return error.advice();
    }
  };
  const auto script = folder.write("my_encoder.py", "print()\n").string();
  EXPECT_EQ(advice(script), "for a program: exec:python3 " + script);
  const auto plain = folder.write("plain", "#!/bin/sh\n").string();
  EXPECT_EQ(advice(plain), "make it executable: chmod +x " + plain);
  const auto other = folder.write("other", "#!/no/such/interpreter\n");
  std::filesystem::permissions(other, std::filesystem::perms::owner_all);
  EXPECT_EQ(advice(other.string()), "is its interpreter installed?");
  EXPECT_EQ(advice(folder.path() / "nothing"), "is it installed, and executable?");
}

TEST(LineChild, SaysHowItEnded) {
  EXPECT_THAT(error_of("exit 3"), HasSubstr("ended with exit status 3 without an answer"));
  EXPECT_THAT(error_of("kill -9 $$"), HasSubstr("was ended by signal 9 (Killed)"));
  EXPECT_THAT(error_of("read line; printf half; exit 0"),
              HasSubstr("ended with exit status 0 in the middle of a line"));
  EXPECT_THAT(error_of("read line; exec >&-; sleep 60"), HasSubstr("closed its standard output"));
  LineChild deaf(shell("exec <&-; sleep 60"));
  EXPECT_THAT(error_of(deaf, std::string(std::size_t{1} << 20, 'x')),
              HasSubstr("closed its standard input"));
}

TEST(LineChild, WhatHoldsItsPipesOpenDoesNotHideItsEnd) {
  EXPECT_THAT(error_of("sleep 600 & exit 4", std::chrono::minutes(9)), HasSubstr("exit status 4"));
}

TEST(LineChild, ShowsTheLastLinesOfItsStandardError) {
  EXPECT_THAT(error_of("echo first >&2; printf '  second\\r\\n\\nthird\\377\\n' >&2; exit 1"),
              HasSubstr("; its standard error ends: first | second | third?"));
  const std::string many = error_of("seq 100000 >&2; exit 1");
  EXPECT_THAT(many,
              AllOf(HasSubstr("99989 | 99990"), HasSubstr("| 100000"), Not(HasSubstr("99988"))));
  EXPECT_LT(error_of("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1").size(), 1500U);
  EXPECT_THAT(error_of("exit 1"), HasSubstr("it wrote nothing to standard error"));
}

TEST(LineChild, IsKilledWhenItTakesTooLong) {
  const TemporaryFolder folder;
  const auto pids = folder.path() / "pids";
  // It has a child process, and both ignore the polite signal.
  LineChild child(
      shell("trap '' TERM; sleep 61 & " + write_whole("$$ $!", pids) + "sleep 62; sleep 63",
            milliseconds(500)));
  ASSERT_TRUE(eventually_exists(pids));
  EXPECT_THAT(error_of(child), AllOf(HasSubstr("gave no answer within 0.500 s; it was killed"),
                                     HasSubstr("or flush each answer: print(..., flush=True)")));
  std::ifstream in(pids);
  ::pid_t shell_id = 0, other = 0;
  in >> shell_id >> other;
  ASSERT_GT(shell_id, 0);
  EXPECT_TRUE(test::eventually_ends(shell_id));
  EXPECT_TRUE(test::eventually_ends(other));
}

TEST(LineChild, SaysOnceThatItIsSilent) {
  std::vector<std::string> notes;
  auto options = shell("while read -r line; do sleep 0.3; echo x; done");
  options.silence = milliseconds(50);
  options.note = [&](const std::string& line) { notes.push_back(line); };
  LineChild child(options);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(child.ask("x"), "x");
  EXPECT_THAT(notes, ElementsAre(AllOf(HasSubstr("waiting for output of 'sh -c while"),
                                       HasSubstr("120 s at most"), HasSubstr("Ctrl-C"))));
}

TEST(LineChild, IsKilledWhenItReadsNothing) {
  LineChild child(shell("sleep 60", milliseconds(500)));
  EXPECT_THAT(error_of(child, std::string(std::size_t{1} << 20, 'x')),
              HasSubstr("gave no answer within 0.500 s and did not read its request"));
}

TEST(LineChild, AnEndlessLineIsRefused) {
  LineChildOptions options{{"sh", "-c", "read line; cat /dev/zero"}};
  options.longest = 100000;
  LineChild child(options);
  EXPECT_THAT(error_of(child), HasSubstr("an answer is longer than 100000 bytes"));
}

TEST(LineChild, LinesThatNobodyAskedForAreRefused) {
  const TemporaryFolder folder;
  const auto done = folder.path() / "done";
  LineChild child(
      shell("read line; echo one; echo two; touch " + done.string() + "; read line; echo three"));
  EXPECT_EQ(child.ask("x"), "one");
  ASSERT_TRUE(eventually_exists(done));
  EXPECT_THAT(error_of(child), AllOf(HasSubstr(":2: "), HasSubstr("more than one line"),
                                     HasSubstr("'two"), HasSubstr("standard error")));
}

TEST(LineChild, RejectsAnAnswerByTheNumberOfItsLine) {
  LineChild child(shell("while read -r line; do echo why >&2; echo \"$line\"; done"));
  child.ask("one");
  child.ask("two");
  try {
    child.reject("its answer is odd", "mend it");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("done:2: its answer is odd"), HasSubstr("why | why"),
                                    HasSubstr("; mend it")));
  }
}

TEST(LineChild, ItsEndIsNoSignalForUs) {
  struct sigaction before{};
  ::sigaction(SIGPIPE, nullptr, &before);
  ASSERT_EQ(before.sa_handler, SIG_DFL);
  for (int i = 0; i < 20; ++i) {
    LineChild child(shell("exec <&-; exit 0"));
    EXPECT_NE(error_of(child, std::string(std::size_t{1} << 20, 'x')), "no error");
  }
  ::sigset_t pending;
  ::sigpending(&pending);
  EXPECT_FALSE(::sigismember(&pending, SIGPIPE));
}

TEST(LineChild, EndsWithItsInput) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "done").string();
  {
    LineChild({{"sh", "-c", "cat >/dev/null; echo done > " + file}});
  }
  EXPECT_EQ(folder.read("done"), "done\n");
}

// Whether we are killed or end well, nothing is left, also of what it started.
TEST(LineChild, EndsWithUs) {
  for (const int how : {SIGKILL, SIGTERM, 0}) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "pids";
    const ::pid_t us = ::fork();
    if (us == 0) {
      const LineChild child(shell("trap '' TERM INT HUP; sleep 60 & " + write_whole("$! $$", file) +
                                  "sleep 60; sleep 60"));
      eventually_exists(file);
      if (how == 0) ::_exit(0);
      for (;;) ::pause();
    }
    ASSERT_TRUE(eventually_exists(file));
    if (how != 0) ::kill(us, how);
    ::waitpid(us, nullptr, 0);
    std::ifstream in(file);
    for (::pid_t id = 0; in >> id;) EXPECT_TRUE(test::eventually_ends(id)) << how;
  }
}

// A daemon leaves the group for a new session.
TEST(LineChild, ADaemonOfItsEndsWithUs) {
  for (const int how : {SIGKILL, 0, -1}) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "pids";
    const std::string script =
        "setsid sh -c '" + write_whole("$$", file) + "exec sleep 60' & cat >/dev/null";
    const ::pid_t us = ::fork();
    if (us == 0) {
      {
        const LineChild child(shell(script));
        eventually_exists(file);
        if (how == 0) ::_exit(0);
        if (how == SIGKILL) ::pause();
      }
      ::_exit(0);
    }
    ASSERT_TRUE(eventually_exists(file));
    if (how > 0) ::kill(us, how);
    ::waitpid(us, nullptr, 0);
    ::pid_t daemon = 0;
    std::ifstream(file) >> daemon;
    ASSERT_GT(daemon, 0);
    EXPECT_TRUE(test::eventually_ends(daemon)) << how;
  }
}

TEST(LineChild, OutlivesTheThreadThatMadeIt) {
  std::unique_ptr<LineChild> child;
  ::pid_t maker = 0;
  std::thread([&] {
    maker = ::gettid();
    child = std::make_unique<LineChild>(LineChildOptions{{"cat"}});
  }).join();
  ASSERT_TRUE(test::eventually_ends(maker));  // the system sees its end later than join()
  EXPECT_EQ(child->ask("x"), "x");
}

// The files that we hold open are not the child's.
TEST(LineChild, InheritsNothing) {
  const int open = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  LineChild child(shell("read line; ls /proc/self/fd | tr '\\n' ' '; echo"));
  EXPECT_EQ(child.ask("x").substr(0, 6), "0 1 2 ");
  ::close(open);
}

}  // namespace line_child_test
}  // namespace sonde
