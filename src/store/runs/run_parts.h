#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/item.h"
#include "sonde/result.h"
#include "sonde/run_file.h"
#include "store/database/schema.h"

namespace sonde {

extern const Schema kRunSchema;

// The key of a part of a run file: JSON text, or little-endian doubles for measurements and fitted.
// Fields that do not apply are 0.
struct PartKey {
  const char* kind;  // head, items, measurements, fitted, remarks, results, series
  std::uint32_t task = 0;
  std::uint32_t subject = 0;
  std::size_t measurement = 0;
  std::uint64_t block = 0;
};

std::string part_checksum(const PartKey& key, std::string_view body);

// Statements over parts, whose first five places are a key's.
inline constexpr std::string_view kFindPart =
    "SELECT checksum, body FROM parts WHERE kind = ? AND task = ? AND subject = ? "
    "AND measurement = ? AND block = ?";
Statement& bind(Statement& statement, const PartKey& key);

// The required contents of the file: a part that is lost leaves no other trace.
struct RunContents {
  struct Subject {
    std::uint64_t rows = 0;  // measured: those of the task, or none
    std::uint64_t fitted = 0;
  };
  std::vector<std::vector<Subject>> by_task;  // per subject
  std::uint64_t remarks = 0;
  std::uint64_t results = 0;
  std::uint64_t series = 0;
};

struct RunHead {
  RunFacts facts;
  std::vector<TaskFacts> tasks;
  std::vector<SubjectFacts> subjects;
  RunContents contents;
};

// Items with their digests.
struct ItemBlock {
  std::vector<Item> items;
  std::vector<Digest> digests;
};

// To and from JSON. Doubles and strings survive exactly, NaN and infinities too. Errors: when
// writing, kInput for text that is not UTF-8. When reading, Malformed.
std::string to_json(const RunHead& head);
std::string to_json(const ItemBlock& block);
std::string to_json(const std::vector<TextRemark>& remarks);
std::string to_json(const std::vector<Result>& results);
std::string to_json(const std::vector<Series>& series);
RunHead head_from_json(std::string_view json);
ItemBlock items_from_json(std::string_view json);
std::vector<TextRemark> remarks_from_json(std::string_view json);
std::vector<Result> results_from_json(std::string_view json);
std::vector<Series> series_from_json(std::string_view json);

std::string to_bytes(const std::vector<double>& numbers);
std::vector<double> numbers_from_bytes(std::string_view bytes);

}  // namespace sonde
