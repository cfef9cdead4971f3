#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sonde/error.h"
#include "sonde/item.h"

namespace sonde {

struct LeftOutRecord {
  Place place;  // has the item's id
  std::string why;
};

// Records of a data set that give no items: the first of each reason, or all.
class LeftOut {
 public:
  enum class Keep : std::uint8_t { kFirst, kAll };
  explicit LeftOut(Keep keep = Keep::kFirst) : keep_(keep) {}

  void add(const Item& item, Place place);
  // How many of each reason, and the lines of the first of those that are at fault. Empty without
  // any.
  std::string told() const;
  // The lines, per reason.
  std::map<std::string, std::vector<std::uint64_t>> lines() const;
  // Made from a listing: how many of each reason, and those lines.
  static LeftOut listed(const std::map<std::string, std::uint64_t>& counts,
                        const std::map<std::string, std::vector<std::uint64_t>>& lines);
  std::span<const LeftOutRecord> records() const { return records_; }

 private:
  struct Reason {
    std::size_t count = 0;
    std::vector<std::uint64_t> lines;  // none if the records have no error
  };

  Keep keep_;
  std::map<std::string, Reason> reasons_;
  std::vector<LeftOutRecord> records_;  // for kAll
};

struct ListedTask;

// Writes all records that the tasks left out: a tab-separated file with the columns dataset, file,
// line, item and why. Errors: kUsage if the file already exists, kOutside.
void write_left_out(std::span<const ListedTask> tasks, const std::filesystem::path& file);

}  // namespace sonde
