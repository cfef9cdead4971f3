// Listings, for tests.
#pragma once

#include <string>

#include "store/parts/listing_file.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde::samples {

// Three stretches of 100 bytes each, and a data set that is read whole.
inline ListingHead listing_head() {
  ListedData corpus;
  corpus.name = "corpus";
  corpus.probe = "curves";
  corpus.form = digest_of("form");
  corpus.in_stretches = true;
  corpus.file = digest_of("file");
  corpus.size = 300;
  corpus.sample = 7;
  corpus.items = 8;
  corpus.rows = 48;
  corpus.texts = 56;
  corpus.bytes = 2100;
  corpus.whole_items = 9;
  corpus.whole_rows = 54;
  corpus.left_out = {{"blank line", 3}};
  corpus.lines = {{"blank line", {2, 5}}};
  corpus.first = "\"a sentence\"";
  corpus.stretches = 3;
  ListedData whole;
  whole.name = "wordnet";
  return {"0.0.0", "90%", 1, false, {corpus, whole}};
}

inline StretchBlock stretch_block() {
  StretchBlock block;
  for (std::uint64_t i = 0; i < 3; ++i) {
    ListedStretch one;
    one.begin = {100 * i, 4 * i, 4 * i};
    one.items = 3 * i;
    one.rows = 18 * i;
    one.digest = digest_of("stretch", i);
    block.stretches.push_back(one);
  }
  block.repeated = {{5, 1}, {7, 2}};
  return block;
}

inline void write_listing(const std::filesystem::path& file, const ListingHead& head,
                          const StretchBlock& block = stretch_block()) {
  ListingWriter writer(file);
  writer.add(0, 0, block);
  writer.finish(head);
}

// All contents of a listing, as a text.
inline std::string read_listing(const std::filesystem::path& path) {
  const ListingFile file(path);
  std::string all = to_json(file.head());
  for (std::uint32_t data = 0; data < file.head().data.size(); ++data) {
    if (!file.head().data[data].in_stretches) continue;
    for (const auto& one : file.stretches(data)) {
      for (const auto number :
           {one.begin.bytes, one.begin.lines, one.begin.records, one.end, one.items, one.rows}) {
        all += " " + std::to_string(number);
      }
      all += " " + one.digest.hex();
    }
    for (std::uint64_t number = 0; number < file.head().data[data].blocks(); ++number) {
      for (const auto& [record, before] : file.block(data, number).repeated) {
        all += " " + std::to_string(record) + " " + std::to_string(before);
      }
    }
  }
  return all;
}

}  // namespace sonde::samples
