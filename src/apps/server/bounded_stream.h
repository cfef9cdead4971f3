#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace sonde {

// How long a connection may take, however slowly the other side goes.
struct StreamLimits {
  std::chrono::milliseconds head{2'000};      // until the last byte of the request's head
  std::chrono::milliseconds reading{10'000};  // until the last byte of the request
  std::chrono::milliseconds writing{10'000};  // for the other side to take an answer
  std::chrono::milliseconds draining{2'000};  // for the other side to close after the answer
};

// A connection with a deadline for all it reads and one for all it writes. It ends within 100 ms
// once `stopped` is true.
class BoundedStream {
 public:
  // Owns `socket`, which must not block.
  BoundedStream(int socket, const std::atomic<bool>& stopped, const StreamLimits& limits)
      : socket_(socket), stopped_(stopped), limits_(limits) {}
  ~BoundedStream();
  BoundedStream(const BoundedStream&) = delete;
  BoundedStream& operator=(const BoundedStream&) = delete;

  // The next bytes, valid until the next call. Empty at the end of the connection and at the
  // deadline.
  std::string_view read();
  // Whether the other side took all bytes in time.
  bool write(std::string_view bytes);
  // From now on the time limit is that of the whole request.
  void end_head() { in_head_ = false; }
  // Sends nothing more, and reads and drops up to `most` bytes until the other side closes: if
  // bytes were left unread, closing would reset the connection, and an answer could be lost.
  void drain(std::size_t most);

 private:
  using Clock = std::chrono::steady_clock;

  // Whether one of `events` came before `until`.
  bool wait(short events, Clock::time_point until) const;

  int socket_;
  const std::atomic<bool>& stopped_;
  StreamLimits limits_;
  Clock::time_point reading_ends_ = Clock::now() + limits_.reading;
  bool in_head_ = true;
  std::array<char, 16'384> block_;
};

}  // namespace sonde
