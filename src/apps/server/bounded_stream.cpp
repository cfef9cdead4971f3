#include "apps/server/bounded_stream.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace sonde {

BoundedStream::~BoundedStream() { ::close(socket_); }

std::string_view BoundedStream::read() {
  const auto head_ends = reading_ends_ - limits_.reading + limits_.head;
  const auto until = in_head_ ? std::min(head_ends, reading_ends_) : reading_ends_;
  while (wait(POLLIN, until)) {
    const auto got = ::recv(socket_, block_.data(), block_.size(), 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) break;
    return {block_.data(), static_cast<std::size_t>(got)};
  }
  return {};
}

bool BoundedStream::write(std::string_view bytes) {
  const auto until = Clock::now() + limits_.writing;
  while (!bytes.empty()) {
    if (!wait(POLLOUT, until)) return false;
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return false;
    bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
  }
  return true;
}

void BoundedStream::drain(std::size_t most) {
  ::shutdown(socket_, SHUT_WR);
  constexpr std::chrono::milliseconds kNoRequest(100);  // a place that a client never used
  const auto longest = in_head_ ? std::min(limits_.draining, kNoRequest) : limits_.draining;
  reading_ends_ = Clock::now() + longest;
  in_head_ = false;
  for (std::size_t drained = 0; drained < most;) {
    const auto bytes = read();
    if (bytes.empty()) return;
    drained += bytes.size();
  }
}

bool BoundedStream::wait(short events, Clock::time_point until) const {
  constexpr std::chrono::milliseconds kPause(100);  // between two looks at `stopped_`
  while (!stopped_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return false;
    pollfd one{socket_, events, 0};
    const int ready = ::poll(&one, 1, static_cast<int>(std::min(left, kPause).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

}  // namespace sonde
