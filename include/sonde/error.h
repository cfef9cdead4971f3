// Room: base.
//
// The one exception type of sonde. The library throws it for bad usage, bad input and outside
// failures. It never prints, exits or reads the environment.
#pragma once

#include <cstddef>
#include <exception>
#include <string>

namespace sonde {

enum class ErrorKind {
  kUsage,        // a wrong option, name or call (exit code 2)
  kInput,        // bad data in a file or stream (exit code 3)
  kOutside,      // disk, network, a child process (exit code 4)
  kInterrupted,  // stopped on request, finished work is saved (exit code 130)
};

// The place of the bad datum. Empty or 0 means unknown.
struct Place {
  std::string file{};
  std::size_t line = 0;  // from 1
  std::string column{};  // name or number of the column
  std::string item{};    // id of the item
};

class Error : public std::exception {
 public:
  // `message` describes the error, `advice` the fix (may be empty).
  Error(ErrorKind kind, std::string message, Place place = {}, std::string advice = {});

  ErrorKind kind() const { return kind_; }
  const std::string& message() const { return message_; }
  const Place& place() const { return place_; }
  const std::string& advice() const { return advice_; }

  // One line: "FILE:LINE: MESSAGE (column C, item I); ADVICE". Control characters are escaped, long
  // parts lose their middle.
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  ErrorKind kind_;
  std::string message_;
  Place place_;
  std::string advice_;
  std::string what_;
};

// Short forms for the three everyday kinds.
Error usage_error(std::string message, std::string advice = {});
Error input_error(std::string message, Place place, std::string advice = {});
Error outside_error(std::string message, Place place = {}, std::string advice = {});

}  // namespace sonde
