#include "sonde/run_file.h"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <utility>

#include "sonde/error.h"
#include "store/database/found_file.h"
#include "store/runs/parts_file.h"
#include "store/runs/run_parts.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Calls the work. Malformed data that it finds are an error of the file.
template <class Work>
auto reading(const fs::path& file, const Work& work) {
  try {
    return work();
  } catch (const Malformed& malformed) {
    throw input_error("the run file is damaged: " + std::string(malformed.what()), {file.string()},
                      "run again with --replace to make it again");
  }
}

[[noreturn]] void throw_no_run(const fs::path& file) {
  throw input_error("this is not a run file", {file.string()}, "name a file that `sonde run` made");
}

void require_readable(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw input_error("this is a folder, not a run file", {file.string()},
                      "name a file that `sonde run` made");
  }
  if (!fs::is_regular_file(file, ignored) || !std::ifstream(file).is_open()) {
    throw input_error("cannot read the run file", {file.string()},
                      "check that it exists and is readable; `sonde run` makes one");
  }
  // Not damaged: --replace would not touch it.
  if (!looks_like_run_file(file)) throw_no_run(file);
}

void require_run(PartsReader& parts, const fs::path& file) {
  switch (parts.standing()) {
    case SchemaStanding::kOurs:
      return;
    case SchemaStanding::kNewer:
      throw input_error("the run file was made by a newer version", {file.string()},
                        "update, or run again");
    default:
      throw_no_run(file);
  }
}

void require_probe(const std::string& text) {
  try {
    parse_spec(text);
  } catch (const Error& error) {
    throw Malformed("a probe: " + error.message());
  }
}

class SqliteRunFile final : public RunFile {
 public:
  explicit SqliteRunFile(const fs::path& file) : file_(file) {
    require_readable(file);
    reading(file, [&] {
      parts_ = std::make_unique<PartsReader>(file, kRunSchema);
      require_run(*parts_, file);
      head_ = head_from_json(parts_->body({"head"}));
      require(head_.facts.replicates <= kMostReplicates, "it claims too many replicates");
      for (const TaskFacts& task : head_.tasks) require_probe(task.probe);
      require_room();
    });
  }

  const RunFacts& facts() const override { return head_.facts; }
  const std::vector<TaskFacts>& tasks() const override { return head_.tasks; }
  const std::vector<SubjectFacts>& subjects() const override { return head_.subjects; }

  void items(std::uint32_t task,
             const std::function<void(std::span<const Item>, std::span<const Digest>)>& take)
      const override {
    const TaskFacts& facts = head_.tasks.at(task);
    std::uint64_t items = 0;
    std::uint64_t rows = 0;
    for (std::uint64_t number = 0; items < facts.items; ++number) {
      const ItemBlock block = item_block(task, number);
      items += block.items.size();
      for (const Item& item : block.items) rows += item.rows.size();
      reading(file_, [&] {
        const bool more = items < facts.items && rows <= facts.rows;
        require(more || (items == facts.items && rows == facts.rows),
                "the number of items or rows is wrong");
      });
      take(block.items, block.digests);
    }
  }

  MatrixOf<double> measurements(std::uint32_t task, std::uint32_t subject) const override {
    const std::uint64_t rows = head_.contents.by_task.at(task).at(subject).rows;
    MatrixOf<double> all(rows, head_.tasks[task].measurements.size());
    reading(file_, [&] {
      for (std::size_t column = 0; column < all.view().columns(); ++column) {
        read_column({"measurements", task, subject, column}, all.view());
      }
    });
    return all;
  }

  std::vector<double> fitted(std::uint32_t task, std::uint32_t subject) const override {
    const std::uint64_t count = head_.contents.by_task.at(task).at(subject).fitted;
    if (count == 0) return {};
    return reading(file_, [&] {
      auto numbers = numbers_from_bytes(parts_->body({"fitted", task, subject}));
      require(numbers.size() == count, "the number of fitted values is wrong");
      return numbers;
    });
  }

  void remarks(const std::function<void(const TextRemark&)>& take) const override {
    std::uint64_t left = head_.contents.remarks;
    for (std::uint64_t block = 0; left > 0; ++block) {
      const auto some = reading(file_, [&] {
        auto of = block_of("remarks", block, left, remarks_from_json);
        for (const TextRemark& remark : of) {
          require(remark.task < tasks().size() && remark.subject < subjects().size(),
                  "a remark's task or subject is missing");
        }
        return of;
      });
      left -= some.size();
      for (const TextRemark& remark : some) take(remark);
    }
  }

  std::vector<Result> results() const override {
    return reading(file_,
                   [&] { return entries("results", head_.contents.results, results_from_json); });
  }

  std::vector<Series> series() const override {
    return reading(file_,
                   [&] { return entries("series", head_.contents.series, series_from_json); });
  }

 private:
  // Counts that the file has no room for would ask for any amount of memory.
  void require_room() const {
    const std::uint64_t size = fs::file_size(file_);
    for (const TaskFacts& task : head_.tasks) {
      require(task.items <= size && task.rows <= size, "the file is too small for its items");
      require(task.measurements.empty() || task.rows <= size / task.measurements.size(),
              "the file is too small for its measurements");
    }
  }

  ItemBlock item_block(std::uint32_t task, std::uint64_t number) const {
    return reading(file_, [&] {
      auto block = items_from_json(parts_->body({"items", task, 0, 0, number}));
      require(!block.items.empty(), "a block of items is empty");
      return block;
    });
  }

  void read_column(PartKey key, Matrix<double> all) const {
    for (std::size_t row = 0; row < all.rows(); ++key.block) {
      const auto numbers = numbers_from_bytes(parts_->body(key));
      require(!numbers.empty() && numbers.size() <= all.rows() - row, "a column's length is wrong");
      for (const double number : numbers) {
        require(!std::isinf(number), "a measurement is infinite");
        all(row++, key.measurement) = number;
      }
    }
  }

  // At most `left` of them.
  template <class Entry>
  std::vector<Entry> block_of(const char* kind, std::uint64_t block, std::uint64_t left,
                              std::vector<Entry> (*from_json)(std::string_view)) const {
    auto some = from_json(parts_->body({kind, 0, 0, 0, block}));
    require(!some.empty() && some.size() <= left, "a block's length is wrong");
    return some;
  }

  template <class Entry>
  std::vector<Entry> entries(const char* kind, std::uint64_t count,
                             std::vector<Entry> (*from_json)(std::string_view)) const {
    std::vector<Entry> all;
    for (std::uint64_t block = 0; all.size() < count; ++block) {
      auto some = block_of(kind, block, count - all.size(), from_json);
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
  }

  fs::path file_;
  std::unique_ptr<PartsReader> parts_;
  RunHead head_;
};

}  // namespace

std::unique_ptr<RunFile> open_run_file(const fs::path& file) {
  return std::make_unique<SqliteRunFile>(file);
}

bool looks_like_run_file(const fs::path& file) { return is_marked_or_empty(file, kRunSchema); }

}  // namespace sonde
