// A store to be damaged in tests.
#pragma once

#include <gtest/gtest.h>

#include "sonde/error.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde::samples {

class DamagedStore {
 public:
  DamagedStore() {
    const Folder folder;
    keep(*open_vector_store(folder / "store"), identity("m"), written_);
    bytes_ = read_file(folder / "store");
  }
  const std::string& bytes() const { return bytes_; }
  const Batch& written() const { return written_; }

  void expect_sound_after_flip(std::size_t at, char bits) const {
    std::string bytes = bytes_;
    bytes[at] = static_cast<char>(bytes[at] ^ bits);
    expect_sound(bytes, "byte " + std::to_string(at) + " flipped by " + std::to_string(bits));
  }
  void expect_sound_after_cut(std::size_t size) const {
    const std::string rest = bytes_.substr(0, size);
    if (size > 0 && size < kMarkedBytes) return expect_refused(rest);
    expect_sound(rest, "cut to " + std::to_string(size));
  }

 private:
  // Up to the mark that makes a database a store. A file cut before it may be anyone's.
  static constexpr std::size_t kMarkedBytes = 72;

  static void expect_refused(const std::string& bytes) {
    const Folder folder;
    write_file(folder / "store", bytes);
    EXPECT_THROW(open_vector_store(folder / "store"), Error);
    EXPECT_EQ(read_file(folder / "store"), bytes);
  }

  // Opens, serves nothing wrong, and is whole again once all is rewritten.
  void expect_sound(const std::string& bytes, const std::string& how) const {
    SCOPED_TRACE(how);
    EXPECT_NO_THROW(check_sound(bytes));
  }

  void check_sound(const std::string& bytes) const {
    const Folder folder;
    write_file(folder / "store", bytes);
    const auto store = open_vector_store(folder / "store");
    EXPECT_TRUE(right(serve(*store, identity("m"), written_), written_));
    keep(*store, identity("m"), written_);
    const auto served = serve(*store, identity("m"), written_);
    EXPECT_EQ(served.count(), written_.texts.size());
    EXPECT_TRUE(right(served, written_));
  }

  Batch written_ = batch(200, 96);
  std::string bytes_;
};

}  // namespace sonde::samples
