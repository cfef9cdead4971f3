#include "run/listing.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/file_digest.h"
#include "base/open_file.h"
#include "base/output_file.h"
#include "base/version.h"
#include "run/items/reading_notes.h"
#include "run/listed.h"
#include "run/measure/streamed_measuring.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Cuts records into stretches and hands these on in blocks.
class StretchMaking {
 public:
  StretchMaking(const Task& task, std::uint32_t number, ListingWriter& out)
      : task_(task), number_(number), out_(out) {}

  void add(const PlacedRecord& record) {
    if (end_ - begin_ >= kStretchBytes || count_ == 0) begin(record);
    if (record.repeats > 0) block_.repeated.push_back({record.begin.records, record.repeats});
    end_ = record.end.bytes;
  }

  // Returns how many there are.
  std::uint64_t finish() {
    if (count_ == 0) return 0;
    close();
    flush();
    return count_;
  }

 private:
  void begin(const PlacedRecord& record) {
    if (count_ > 0) close();
    if (block_.stretches.size() == kStretchesInBlock) flush();
    ListedStretch next;
    next.begin = record.begin;
    next.items = record.items;
    next.rows = record.rows;
    block_.stretches.push_back(next);
    begin_ = record.begin.bytes;
    ++count_;
  }

  void close() {
    block_.stretches.back().digest = content_digest(bytes_between(task_.card.file, begin_, end_));
  }

  void flush() {
    out_.add(number_, blocks_++, block_);
    block_ = {};
  }

  const Task& task_;
  std::uint32_t number_;
  ListingWriter& out_;
  StretchBlock block_;
  std::uint64_t begin_ = 0, end_ = 0;  // last stretch, in bytes
  std::uint64_t count_ = 0, blocks_ = 0;
};

ListedData listed_data_of(const ListedTask& task) {
  ListedData data;
  data.size = fs::file_size(task.card.file);
  data.sample = task.sample.last;
  data.items = task.counts.items;
  data.rows = task.counts.rows;
  data.texts = task.counts.texts;
  data.bytes = task.counts.bytes;
  data.whole_items = task.counts.whole_items;
  data.whole_rows = task.counts.whole_rows;
  data.digests = task.counts.digests;
  data.left_out = task.counts.left_out;
  data.lines = task.left_out.lines();
  data.first = task.first;
  data.quoted = task.quoted;
  return data;
}

// A task with further files, or with a filter, can't be read in stretches.
bool is_seekable(const Task& task) {
  return task.card.layout != Layout::kWordNet && task.card.labels.empty() &&
         task.probe->filter() == nullptr;
}

// A data set, and its task if it was listed.
struct ListedPair {
  ListedData data;
  std::optional<ListedTask> task{};
};

ListedPair list_task(const RunPlan& plan, Task task, std::uint32_t number, ListingWriter& out,
                     RunContext& context) {
  ListedPair listed;
  const Digest form = listing_form(task);
  const std::string name = task.card.name, probe = task.spec.text;
  if (is_seekable(task)) {
    StretchMaking stretches(task, number, out);
    bool in_stretches = false;
    ListedTask read = read_first(
        plan, task, context.stopper(), [&](const PlacedRecord& record) { stretches.add(record); },
        in_stretches);
    listed.data = listed_data_of(read);
    listed.data.in_stretches = in_stretches;
    listed.data.stretches = stretches.finish();
    listed.data.file = file_digest(read.card.file);
    if (dataset_digest_with(read.card, listed.data.file) != read.dataset) throw_changed(read);
    listed.task = std::move(read);
  }
  listed.data.name = name;
  listed.data.probe = probe;
  listed.data.form = form;
  return listed;
}

// The bytes of stretches with own items, or with items of a block that begins with one.
ByteRange bytes_of(std::span<const ListedStretch> stretches, const ItemRange& own) {
  if (own.first == own.end) return {};
  const auto first = std::ranges::upper_bound(stretches, own.first, {}, &ListedStretch::items) - 1;
  const auto end =
      std::ranges::lower_bound(stretches, own.end + kMostItems, {}, &ListedStretch::items);
  return {first->begin.bytes, (end - 1)->end};
}

void check_place(const RunPlan& plan) {
  const std::array outputs{NamedPlace{"--listing", plan.listing}, NamedPlace{"--out", plan.out},
                           NamedPlace{"--left-out", plan.left_out}};
  std::vector<NamedPlace> inputs;
  for (const auto& data : plan.datasets) inputs.push_back({"--data", data});
  check_apart(outputs, inputs);
  check_output(plan.listing, kListingOutput, plan.replace, "--listing");
}

}  // namespace

ListingSummary make_listing(const RunPlan& plan, Observer& observer) {
  RunContext context(observer, plan.threads);
  check_amounts(plan);
  check_place(plan);
  RunPlan unlisted = plan;
  unlisted.listing.clear();
  std::vector<Task> tasks = tasks_of(unlisted);
  ListingWriter out(plan.listing);
  ListingHead head{std::string(kVersion), plan.limit, plan.seed, plan.strict, {}};
  ListingSummary summary;
  std::vector<ListedTask> listed;
  context.begin("listing", tasks.size());
  for (std::uint32_t number = 0; number < tasks.size(); ++number) {
    auto [data, task] = list_task(unlisted, std::move(tasks[number]), number, out, context);
    if (data.in_stretches) {
      summary.items += data.items;
    } else {
      summary.whole.push_back(data.name);
    }
    head.data.push_back(std::move(data));
    if (task) listed.push_back(std::move(*task));
    context.advance(++summary.data);
  }
  for (const auto& line : taken_for(listed, plan.resources)) context.note(line);
  if (!plan.left_out.empty()) write_left_out(listed, plan.left_out);
  out.finish(head);
  return summary;
}

std::map<std::string, ByteRange> own_bytes(const fs::path& listing, const Share& share) {
  const ListingFile file(listing);
  std::map<std::string, ByteRange> all;
  for (std::uint32_t number = 0; number < file.head().data.size(); ++number) {
    const ListedData& data = file.head().data[number];
    ByteRange range{0, UINT64_MAX};
    if (data.in_stretches) range = bytes_of(file.stretches(number), own_items(data.items, share));
    auto [there, is_new] = all.emplace(data.name, range);
    if (is_new) continue;  // another probe may read it too
    there->second.begin = std::min(there->second.begin, range.begin);
    there->second.end = std::max(there->second.end, range.end);
  }
  return all;
}

}  // namespace sonde
