// A store to be damaged in tests.
#pragma once

#include <gtest/gtest.h>

#include "store/store_samples.h"

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
    expect_sound(bytes_.substr(0, size), "cut to " + std::to_string(size));
  }

 private:
  // Opens, serves nothing wrong, and is whole again once all is written anew.
  void expect_sound(const std::string& bytes, const std::string& how) const {
    SCOPED_TRACE(how);
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
