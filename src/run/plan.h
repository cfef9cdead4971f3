#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "run/item_stream.h"
#include "run/left_out.h"
#include "sonde/dataset.h"
#include "sonde/encoder.h"
#include "sonde/probe.h"
#include "sonde/run.h"
#include "sonde/scorer.h"

namespace sonde {

// One of the encoders that say which items are asked in full; see ItemFilter.
struct FilterEncoder {
  Spec spec;
  std::shared_ptr<Encoder> encoder;  // null once it was asked
  Identity identity;
};

// All items of a small data set, so that it is read once.
struct KeptItems {
  std::vector<Item> items;
  std::vector<Digest> digests;
};

// A probe over a data set, ready to be read.
struct Task {
  Card card;
  Spec spec;                      // of the probe
  bool language_assumed = false;  // nobody named the one of the card
  std::unique_ptr<Probe> probe;
  std::map<std::string, std::string> settings;  // the card's, and what was found for the probe
  Digest dataset;
  Sample sample;
  std::vector<FilterEncoder> filter;  // none: all items are asked in full
  // Filled in by listing.
  ItemCounts counts;
  LeftOut left_out;
  std::string first;                      // what the first item's sentences are, to be told
  bool streamed = false;                  // its vectors are not kept
  std::size_t quoted = 0;                 // items whose quotes are doubtful; see count_quoted()
  std::shared_ptr<const KeptItems> kept;  // until all is measured; null: read from the files
  std::shared_ptr<Repeated> repeated = std::make_shared<Repeated>();
  std::shared_ptr<const std::vector<bool>> passed;  // filled in by filtering
};

// Gives the items of a listed task once more. Errors: kInput where they are read again and are not
// those that were listed, also if only a block of them tells so.
void read_again(const Task& task, std::size_t block, const TakeItems& take);

// Errors: kInput where a task's files are not those that were listed.
void check_unchanged(const Task& task);

// An encoder as named by the user; its views are subjects of their own.
struct EncoderSubject {
  Spec spec;
  std::shared_ptr<Encoder> encoder;
  std::uint64_t texts = 0;  // distinct ones to encode; filled in by listing
};

struct ScorerSubject {
  Spec spec;
  std::vector<std::unique_ptr<Scorer>> by_task;  // null: nothing to say there
  Identity identity;
};

// The specs, resolved: what a run reads, asks and measures.
struct ResolvedPlan {
  std::function<bool()> stop;  // true: who waits for another process ends
  std::vector<Task> tasks;
  std::vector<EncoderSubject> encoders;
  std::vector<ScorerSubject> scorers;  // made by make_scorers(), once rows are counted
};

// Errors: kUsage where two subjects share a name, nothing is asked, a data set
// and the probes do not go together.
ResolvedPlan resolve(const RunPlan& plan, std::function<bool()> stop = {});

// Errors: kUsage where the limit, the replicates or the threads are out of range.
void check_amounts(const RunPlan& plan);

// Only what is asked. Errors: as resolve().
std::vector<Task> resolve_tasks(const RunPlan& plan);

// Fills in `scorers` from the counted tasks.
void make_scorers(const RunPlan& plan, ResolvedPlan& resolved);

// The name of an encoder's view as a subject: NAME@layer=6 where the user gave a
// name, else that of the view asked alone (minilm?layer=6).
std::string view_name(const EncoderSubject& subject, const Identity& view);

// All that a run was asked to do: equal digests, equal run files.
Digest plan_digest(const RunPlan& plan, const ResolvedPlan& resolved);

}  // namespace sonde
