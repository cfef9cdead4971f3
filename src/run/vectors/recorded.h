#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sonde/encoder.h"
#include "sonde/scorer.h"
#include "store/parts/share_file.h"

namespace sonde {

// Subjects of a merge, as its parts have recorded them.

// Has an identity and encodes nothing. Errors of encode(): kInput, as the parts miss a vector.
std::unique_ptr<Encoder> recorded_encoder(const ShareEncoder& facts);
bool is_recorded(const Encoder& encoder);

// How a part writes which item a remark is on.
std::string scored_item(const Item& item);

struct RecordedRows;

// The similarities of all rows of a data set, given part by part.
class RecordedScores {
 public:
  // rows: of the whole data set.
  RecordedScores(const ShareScorer& facts, std::uint64_t rows);
  ~RecordedScores();
  // Errors: Malformed.
  void add(const ScoredBlock& scored);
  std::unique_ptr<Scorer> finish();

 private:
  std::shared_ptr<RecordedRows> values_;
};

}  // namespace sonde
