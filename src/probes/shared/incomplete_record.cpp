#include "probes/shared/incomplete_record.h"

namespace sonde {

Item made_item(const Probe& probe, Record&& record) {
  try {
    return probe.item(std::move(record));
  } catch (const IncompleteRecord& error) {
    const std::string& column = error.place().column;
    Item item;
    item.id = error.place().item;
    item.left_out = error.message() + (column.empty() ? "" : " in " + column);
    item.at_fault = true;
    return item;
  }
}

}  // namespace sonde
