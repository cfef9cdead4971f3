#pragma once

#include <cstdint>
#include <memory>

#include "sonde/dataset.h"
#include "sonde/item.h"

namespace sonde {

// Reads a further file of labels together with the records of a data set.
class LabelReader {
 public:
  virtual ~LabelReader() = default;
  // Labels the next record, the `number`th from 0. Errors: kInput.
  virtual void label(std::uint64_t number, Record& record) = 0;
  // Call it after the last record. Errors: kInput if the file has more than `records`.
  virtual void finish(std::uint64_t records) = 0;
};

std::unique_ptr<LabelReader> read_labels(const LabelSource& source);

// Gives a record a label, unless the value is empty. Errors: kInput if it has another value.
void set_label(Record& record, const std::string& name, const std::string& value,
               const Place& place);

}  // namespace sonde
