#include <optional>
#include <utility>

#include "sonde/error.h"
#include "store/runs/parts_file.h"
#include "store/runs/run_parts.h"

namespace sonde {
namespace {

// Blocks are cut here and not at the ends of the caller's, so that the bytes of the file do not
// depend on those.
constexpr std::size_t kItemsInBlock = 256;
constexpr std::size_t kBytesInBlock = std::size_t{1} << 23;  // items with very long texts
constexpr std::size_t kRowsInBlock = 1024;
constexpr std::size_t kEntriesInBlock = 1024;  // remarks, results

class SqliteRunWriter final : public RunWriter {
 public:
  SqliteRunWriter(const std::filesystem::path& file, const RunFacts& facts)
      : file_(file, kRunSchema) {
    head_.facts = facts;
  }

  std::uint32_t add_task(const TaskFacts& facts) override {
    head_.tasks.push_back(facts);
    items_.emplace_back();
    return static_cast<std::uint32_t>(head_.tasks.size() - 1);
  }

  std::uint32_t add_subject(const SubjectFacts& facts) override {
    head_.subjects.push_back(facts);
    return static_cast<std::uint32_t>(head_.subjects.size() - 1);
  }

  void add_items(std::uint32_t task, std::span<const Item> items,
                 std::span<const Digest> digests) override {
    Items& kept = items_.at(task);
    for (std::size_t i = 0; i < items.size(); ++i) {
      kept.pending.items.push_back(items[i]);
      kept.pending.digests.push_back(digests[i]);
      kept.rows += items[i].rows.size();
      ++kept.count;
      for (const auto& text : items[i].texts) kept.bytes += text.text.size();
      const bool full = kept.pending.items.size() == kItemsInBlock || kept.bytes >= kBytesInBlock;
      if (full) flush_items(task);
    }
  }

  void add_measurements(std::uint32_t task, std::uint32_t subject,
                        Matrix<const double> rows) override {
    const std::size_t columns = head_.tasks.at(task).measurements.size();
    if (rows.rows() == 0) return;
    if (rows.columns() != columns) throw usage_error("a measurement is missing");
    Columns& kept = columns_[{task, subject}];
    kept.pending.resize(columns);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      for (std::size_t c = 0; c < columns; ++c) kept.pending[c].push_back(rows(row, c));
      if (++kept.rows % kRowsInBlock == 0) flush_columns(task, subject, kept);
    }
  }

  void set_fitted(std::uint32_t task, std::uint32_t subject,
                  std::span<const double> fitted) override {
    if (fitted.empty()) return;
    file_.add_numbers({"fitted", task, subject}, {fitted.begin(), fitted.end()});
    fitted_[{task, subject}] = fitted.size();
  }

  void add_remark(const TextRemark& remark) override {
    remarks_.push_back(remark);
    ++head_.contents.remarks;
    if (remarks_.size() == kEntriesInBlock) flush(remarks_, "remarks", head_.contents.remarks);
  }

  void add_results(std::span<const Result> results) override {
    for (const Result& result : results) {
      results_.push_back(result);
      ++head_.contents.results;
      if (results_.size() == kEntriesInBlock) flush(results_, "results", head_.contents.results);
    }
  }

  void add_series(std::span<const Series> series) override {
    for (const Series& one : series) {
      file_.add_json({"series", 0, 0, 0, head_.contents.series++}, to_json(std::vector{one}));
    }
  }

  void finish() override {
    for (std::uint32_t task = 0; task < items_.size(); ++task) flush_items(task);
    for (auto& [place, columns] : columns_) flush_columns(place.first, place.second, columns);
    flush(remarks_, "remarks", head_.contents.remarks);
    flush(results_, "results", head_.contents.results);
    note_contents();
    file_.add_json({"head"}, to_json(head_));
    file_.finish();
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // task, subject
  struct Items {
    ItemBlock pending;
    std::size_t bytes = 0;  // in pending texts
    std::uint64_t blocks = 0;
    std::uint64_t count = 0;
    std::uint64_t rows = 0;
  };
  struct Columns {
    std::vector<std::vector<double>> pending;  // per measurement
    std::uint64_t blocks = 0;
    std::uint64_t rows = 0;
  };

  void flush_items(std::uint32_t task) {
    Items& items = items_[task];
    if (items.pending.items.empty()) return;
    file_.add_json({"items", task, 0, 0, items.blocks++}, to_json(items.pending));
    items.pending = {};
    items.bytes = 0;
  }

  void flush_columns(std::uint32_t task, std::uint32_t subject, Columns& columns) {
    if (columns.pending.empty() || columns.pending[0].empty()) return;
    for (std::size_t c = 0; c < columns.pending.size(); ++c) {
      file_.add_numbers({"measurements", task, subject, c, columns.blocks}, columns.pending[c]);
      columns.pending[c].clear();
    }
    ++columns.blocks;
  }

  // The last block of `count` entries.
  template <class Entry>
  void flush(std::vector<Entry>& entries, const char* kind, std::uint64_t count) {
    if (entries.empty()) return;
    file_.add_json({kind, 0, 0, 0, (count - 1) / kEntriesInBlock}, to_json(entries));
    entries.clear();
  }

  void note_contents() {
    auto& by_task = head_.contents.by_task;
    by_task.assign(head_.tasks.size(), std::vector<RunContents::Subject>(head_.subjects.size()));
    for (const auto& [place, columns] : columns_) {
      by_task.at(place.first).at(place.second).rows = columns.rows;
    }
    for (const auto& [place, count] : fitted_)
      by_task.at(place.first).at(place.second).fitted = count;
    for (std::size_t task = 0; task < by_task.size(); ++task) require_whole(task);
  }

  void require_whole(std::size_t task) const {
    const TaskFacts& facts = head_.tasks[task];
    if (items_[task].count != facts.items || items_[task].rows != facts.rows) {
      throw usage_error("items of a task are missing");
    }
    for (const auto& subject : head_.contents.by_task[task]) {
      if (subject.rows != 0 && subject.rows != facts.rows) {
        throw usage_error("rows of a task are not measured");
      }
    }
  }

  PartsWriter file_;
  RunHead head_;
  std::vector<Items> items_;  // per task
  std::map<Place, Columns> columns_;
  std::map<Place, std::uint64_t> fitted_;
  std::vector<TextRemark> remarks_;
  std::vector<Result> results_;
};

}  // namespace

std::unique_ptr<RunWriter> write_run_file(const std::filesystem::path& file,
                                          const RunFacts& facts) {
  return std::make_unique<SqliteRunWriter>(file, facts);
}

}  // namespace sonde
