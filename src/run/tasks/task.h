#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "run/tasks/task_listing.h"
#include "sonde/dataset.h"
#include "sonde/encoder.h"
#include "sonde/probe.h"
#include "sonde/run.h"

namespace sonde {

// One of the encoders that say which items are asked in full; see ItemFilter.
struct FilterEncoder {
  Spec spec;
  std::shared_ptr<Encoder> encoder;
  Identity identity;
  std::size_t dimension = 0, slice = 0;
};

// A probe over a data set, ready to be read.
struct Task {
  Card card;
  Spec spec;                      // of the probe
  bool language_assumed = false;  // nobody named the one of the card
  std::shared_ptr<const Probe> probe;
  std::map<std::string, std::string> settings;  // the card's, and what was found for the probe
  Digest dataset;
  std::shared_ptr<const TaskListing> listing{};  // null: what it holds is yet to be found out
  std::vector<FilterEncoder> filter;             // none: all items are asked in full
};

// What a run's data sets and probes ask for, without the encoders of filters. Errors: kUsage where
// they do not go together.
std::vector<Task> tasks_of(const RunPlan& plan);

// The data set's files are not those that were read before.
[[noreturn]] void throw_changed(const Task& task);
// Errors: kInput where they are others. Of a listed one, what was read was checked then.
void check_unchanged(const Task& task);

}  // namespace sonde
