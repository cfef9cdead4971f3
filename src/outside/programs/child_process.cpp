#include "outside/programs/child_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFarewell{2000};  // for a child to end by itself when its input ends

// A file named without its interpreter, without its folder or without the right to run it.
std::string advice_for(const std::string& name) {
  const std::filesystem::path file(name);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return "is it installed, and executable?";
  if (file.extension() == ".py") return "for a program: exec:python3 " + name;
  if (::access(file.c_str(), X_OK) != 0) return "make it executable: chmod +x " + name;
  return file.has_parent_path() ? "is its interpreter installed?" : "write ./" + name;
}

Error cannot_start(const std::vector<std::string>& words, int error) {
  return outside_error(std::string("cannot be started: ") + std::strerror(error), {words.front()},
                       advice_for(words.front()));
}

struct Pipe {
  Descriptor reads, writes;
};

// Not one of the three standard numbers, so that the child may put them in place in any order.
Descriptor above_standard(int number) {
  Descriptor given(number);
  if (number > STDERR_FILENO) return given;
  return Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw outside_error(std::string("no pipe can be made: ") + std::strerror(errno), {},
                        "close other programs");
  }
  return {above_standard(ends[0]), above_standard(ends[1])};
}

void never_block(const Descriptor& descriptor) {
  ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

// A program to start: its words, its streams, the group that it joins (0: its own), and what is
// added to its environment.
struct Launch {
  const std::vector<std::string>& words;
  std::array<int, 3> streams;
  ::pid_t group = 0;
  std::string mark{};
};

// Runs between fork and exec: only calls that are safe if other threads held locks.
[[noreturn]] void become(const Launch& launch, char* const* words, char* const* variables,
                         int failure) {
  ::sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  for (int stream = 0; stream < 3; ++stream) {
    ::dup2(launch.streams[static_cast<std::size_t>(stream)], stream);
  }
  ::close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
  if (::setpgid(0, launch.group) == 0) ::execvpe(words[0], words, variables);
  const int error = errno;
  [[maybe_unused]] const auto told = ::write(failure, &error, sizeof error);
  ::_exit(127);
}

// Waits until the child is running its program. Returns the error if it could not.
int start_error(Pipe& failure) {
  failure.writes.close();
  int error = 0;
  ::ssize_t got = 0;
  do {
    got = ::read(failure.reads.number(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == sizeof error ? error : 0;
}

::pid_t start(const Launch& launch) {
  Pipe failure = make_pipe();
  std::vector<char*> words, variables;
  for (const auto& word : launch.words) words.push_back(const_cast<char*>(word.c_str()));
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    variables.push_back(*variable);
  }
  if (!launch.mark.empty()) variables.push_back(const_cast<char*>(launch.mark.c_str()));
  words.push_back(nullptr);
  variables.push_back(nullptr);
  const ::pid_t id = ::fork();
  if (id == 0) become(launch, words.data(), variables.data(), failure.writes.number());
  if (id < 0) throw cannot_start(launch.words, errno);
  if (const int error = start_error(failure)) {
    ::waitpid(id, nullptr, 0);
    throw cannot_start(launch.words, error);
  }
  return id;
}

// An environment variable unique to the child and its descendants, including those that leave its
// group for a new session.
std::string new_mark() {
  static std::atomic<unsigned> count{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return "SONDE_CHILD_" + std::to_string(::getpid()) + "_" + std::to_string(now) + "_" +
         std::to_string(count++) + "=1";
}

// The watchman's program when its standard input ends: it kills all that have the mark, $0, also
// their new children, and its group.
constexpr const char* kWatch =
    "read x; n=0; while [ $n -lt 9 ]; do f=$(grep -lsF \"$0\" /proc/[0-9]*/environ); "
    "[ -n \"$f\" ] || break; for p in $f; do p=${p#/proc/}; kill -9 ${p%/environ}; done; "
    "n=$((n+1)); done; kill -9 0";

bool has_ended(::pid_t id, milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    ::siginfo_t end{};
    const int error = ::waitid(P_PID, static_cast<::id_t>(id), &end, WEXITED | WNOHANG | WNOWAIT);
    if (error != 0 || end.si_pid != 0) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

void reap(::pid_t& id) {
  while (id >= 0 && ::waitpid(id, nullptr, 0) < 0 && errno == EINTR) continue;
  id = -1;
}

std::string description(const ::siginfo_t& end) {
  if (end.si_code == CLD_STOPPED) return "asked for the terminal and was stopped";
  if (end.si_code == CLD_EXITED) return "ended with exit status " + std::to_string(end.si_status);
  const char* name = ::sigdescr_np(end.si_status);
  return "was ended by signal " + std::to_string(end.si_status) + " (" +
         (name == nullptr ? "unknown" : name) + ")";
}

}  // namespace

// Searches like execvp(), which looks at the environment itself.
std::optional<std::filesystem::path> find_program(const std::string& name) {
  if (name.empty() || name.find('/') != name.npos) return {};
  const char* path = std::getenv("PATH");
  for (const auto folder : parts_of(path == nullptr ? "/bin:/usr/bin" : path, ':')) {
    const auto file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    const bool is_file = std::filesystem::is_regular_file(file, ignored);
    if (is_file && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

ChildProcess::ChildProcess(const std::vector<std::string>& words) {
  const std::string mark = new_mark();
  const std::vector<std::string> watching{"/bin/sh", "-c", kWatch, mark};
  Pipe life = make_pipe();
  const Descriptor nowhere = above_standard(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  watchman_ = start({watching, {life.reads.number(), nowhere.number(), nowhere.number()}});
  life_ = std::move(life.writes);
  Pipe input = make_pipe(), output = make_pipe(), errors = make_pipe();
  try {
    id_ = start({words,
                 {input.reads.number(), output.writes.number(), errors.writes.number()},
                 watchman_,
                 mark});
  } catch (...) {
    kill();
    throw;
  }
  input_ = std::move(input.writes);
  output_ = std::move(output.reads);
  errors_ = std::move(errors.reads);
  for (const auto* stream : {&input_, &output_, &errors_}) never_block(*stream);
}

ChildProcess::~ChildProcess() {
  input_.close();
  output_.close();
  errors_.close();
  ended(kFarewell);
  kill();
}

std::optional<std::string> ChildProcess::ended(milliseconds patience) const {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    ::siginfo_t end{};
    // It stays a zombie until kill(): so its number, and its group's, is not reused.
    const int error =
        ::waitid(P_PID, static_cast<::id_t>(id_), &end, WEXITED | WSTOPPED | WNOHANG | WNOWAIT);
    if (error != 0) return "ended, for an unknown reason";
    const bool paused =
        end.si_code == CLD_STOPPED && end.si_status != SIGTTIN && end.si_status != SIGTTOU;
    if (end.si_pid != 0 && !paused) return description(end);
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(milliseconds(2));
  }
}

void ChildProcess::kill() {
  life_.close();
  if (watchman_ >= 0) has_ended(watchman_, kFarewell);
  if (watchman_ >= 0) ::kill(-watchman_, SIGKILL);
  if (id_ >= 0) ::kill(id_, SIGKILL);  // it may have left the group
  reap(id_);
  reap(watchman_);
}

}  // namespace sonde
