// Room: store.
//
// The file that a run writes: items, measurements, fits, results, and their origins. Reports,
// comparisons and gates read it. They never encode.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sonde/digest.h"
#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/result.h"
#include "sonde/subject.h"

namespace sonde {

struct RunFacts {
  std::string version;  // of sonde
  std::string plan;     // digest (hexadecimal) of all that the run was to do
  std::uint64_t seed = 0;
  std::uint64_t replicates = 0;
  std::string limit;  // verbatim, empty: none
};

// A probe over a data set.
struct TaskFacts {
  std::string probe;    // spec, with the probe's options
  std::string dataset;  // name
  std::string title, version, language, licence;
  std::map<std::string, std::string> settings;  // the card's keys for the probe
  std::vector<std::string> measurements;        // names of the columns
  std::string digest;                           // the data set's, hexadecimal
  std::uint64_t items = 0;                      // measured
  std::uint64_t rows = 0;
  std::uint64_t whole = 0;  // items of the whole data set (more than `items`: partial)
  std::map<std::string, std::uint64_t> left_out{};  // records that give no items, by reason

  bool partial() const { return items < whole; }
};

struct SubjectFacts {
  std::string name;
  std::string spec;  // spec without the folders of its location
  std::string group;
  bool has_vectors = true;  // an encoder's view, else a scorer
  Identity identity;
  // The greatest change of a cosine between two texts when they are encoded again, in another order
  // and batch: 0 if the encoder promises the same bits, otherwise measured. NaN for a scorer.
  double noise_floor = std::numeric_limits<double>::quiet_NaN();
};

// A text that was cut, has unknown words or no vector.
struct TextRemark {
  std::uint32_t task = 0;
  std::uint32_t subject = 0;
  std::string item;        // its id
  std::uint32_t text = 0;  // place in the item
  Remark remark;
};

// Writes a run file to a temporary place and moves it whole at finish(): until then, or without
// finish(), an earlier file stays. The same items and rows give the same bytes, in blocks of any
// size. One thread at a time. Errors: kOutside, also if another process is writing the file. kInput
// for text that is not UTF-8. At finish() kUsage unless each task has its items and rows, and each
// subject all of the task's rows or none.
class RunWriter {
 public:
  virtual ~RunWriter() = default;
  virtual std::uint32_t add_task(const TaskFacts& facts) = 0;        // its number, from 0
  virtual std::uint32_t add_subject(const SubjectFacts& facts) = 0;  // its number, from 0
  // The next items of a task with their digests.
  virtual void add_items(std::uint32_t task, std::span<const Item> items,
                         std::span<const Digest> digests) = 0;
  // The next rows of a subject's measurements.
  virtual void add_measurements(std::uint32_t task, std::uint32_t subject,
                                Matrix<const double> rows) = 0;
  virtual void set_fitted(std::uint32_t task, std::uint32_t subject,
                          std::span<const double> fitted) = 0;
  virtual void add_remark(const TextRemark& remark) = 0;
  virtual void add_results(std::span<const Result> results) = 0;
  virtual void add_series(std::span<const Series> series) = 0;
  virtual void finish() = 0;
};

std::unique_ptr<RunWriter> write_run_file(const std::filesystem::path& file, const RunFacts& facts);

// One thread at a time. Errors of all calls: kInput if a part is damaged or inconsistent.
class RunFile {
 public:
  virtual ~RunFile() = default;
  virtual const RunFacts& facts() const = 0;
  virtual const std::vector<TaskFacts>& tasks() const = 0;
  virtual const std::vector<SubjectFacts>& subjects() const = 0;
  // Block by block, in order.
  virtual void items(
      std::uint32_t task,
      const std::function<void(std::span<const Item>, std::span<const Digest>)>& take) const = 0;
  // The task's rows x measurements. No rows if the subject was not measured on the task.
  virtual MatrixOf<double> measurements(std::uint32_t task, std::uint32_t subject) const = 0;
  virtual std::vector<double> fitted(std::uint32_t task, std::uint32_t subject) const = 0;
  // One by one, in order: there may be as many as texts.
  virtual void remarks(const std::function<void(const TextRemark&)>& take) const = 0;
  virtual std::vector<Result> results() const = 0;
  virtual std::vector<Series> series() const = 0;
};

// Errors: kInput if it is missing, not a run file, damaged (every blob has a checksum), or of a
// newer schema than this program supports.
std::unique_ptr<RunFile> open_run_file(const std::filesystem::path& file);

// Whether the file is a run by its header, sound or damaged, or empty.
bool looks_like_run_file(const std::filesystem::path& file);

}  // namespace sonde
