// Shared by the scorers' tests.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "sonde/error.h"

namespace sonde::test {

// The message with which `act` fails.
inline std::string error_of(const std::function<void()>& act, ErrorKind kind) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "no error";
}

}  // namespace sonde::test
