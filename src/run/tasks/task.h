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

// One of the encoders that decide which items are measured in full. See ItemFilter.
struct FilterEncoder {
  Spec spec;
  std::shared_ptr<Encoder> encoder;
  Identity identity;
  std::size_t dimension = 0, slice = 0;
};

// A probe over a data set, ready to be read.
struct Task {
  Card card;
  Spec spec;                      // probe spec
  bool language_assumed = false;  // the card's language was not given
  std::shared_ptr<const Probe> probe;
  std::map<std::string, std::string> settings;  // the card's, and what was found for the probe
  Digest dataset;
  std::shared_ptr<const TaskListing> listing{};  // null: its contents are not yet known
  std::vector<FilterEncoder> filter;             // none: all items are measured in full
};

// The tasks of a run's data sets and probes, without the encoders of filters. Errors: kUsage if
// they do not go together.
std::vector<Task> tasks_of(const RunPlan& plan);

// The data set's files are not those that were read before.
[[noreturn]] void throw_changed(const Task& task);
// Errors: kInput if they differ. In a listed one, data are checked as they are read.
void check_unchanged(const Task& task);

}  // namespace sonde
