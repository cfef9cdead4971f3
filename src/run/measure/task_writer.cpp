#include "run/measure/task_writer.h"

#include <utility>

#include "probes/shared/frame_items.h"

namespace sonde {
namespace {

TaskFacts task_facts(const ListedTask& task) {
  TaskFacts facts{task.spec.text,      task.card.name,    task.card.title,  task.card.version,
                  task.card.language,  task.card.licence, task.settings,    {},
                  task.dataset.hex(),  task.counts.items, task.counts.rows, task.counts.whole_items,
                  task.counts.left_out};
  for (const auto& measurement : task.probe->measurements()) {
    facts.measurements.push_back(measurement.name);
  }
  return facts;
}

}  // namespace

TaskWriter::TaskWriter(RunWriter& writer, std::uint32_t number, const ListedTask& task, bool beside)
    : writer_(writer), number_(number), task_(task) {
  writer_.add_task(task_facts(task));
  items_ = std::async(beside ? std::launch::async : std::launch::deferred,
                      [this] { return write_items(); });
  if (!beside) items_.wait();
}

Frame TaskWriter::write_items() {
  Frame frame;
  frame.dataset = task_.card.name;
  frame.keys.reserve(task_.counts.items);
  frame.item_of_row.reserve(task_.counts.rows);
  frame.row_labels.reserve(task_.counts.rows);
  frame.left_out = task_.counts.left_out;
  read_again(task_, kItemsAtOnce,
             [&](std::span<const Item> items, std::span<const Digest> digests) {
               add_to_frame(frame, items, digests);
               writer_.add_items(number_, items, digests);
             });
  return frame;
}

RunWriter& TaskWriter::behind_items() {
  if (!frame_) frame_ = items_.get();
  return writer_;
}

void TaskWriter::add_remark(std::uint32_t subject, const Item& item, std::uint32_t text,
                            const Remark& remark) {
  behind_items().add_remark({number_, subject, item.id, text, remark});
}

void TaskWriter::add_measurements(std::uint32_t subject, const Measurements& measured) {
  const std::size_t columns = task_.probe->measurements().size();
  behind_items().add_measurements(
      number_, subject, {measured.values.data(), measured.values.size() / columns, columns});
  writer_.set_fitted(number_, subject, measured.fitted);
}

Frame TaskWriter::finish() {
  behind_items();
  return std::move(*frame_);
}

}  // namespace sonde
