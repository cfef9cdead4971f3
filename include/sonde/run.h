// Room: run.
//
// A run: data sets and subjects in, a run file out. Open this header first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/observer.h"
#include "sonde/resources.h"
#include "sonde/run_file.h"
#include "sonde/subject.h"

namespace sonde {

// How much of each data set is measured: all, the `count` items or the
// `fraction` of items whose hash of (seed, digest) is smallest.
struct Limit {
  std::uint64_t count = 0;  // 0: no such limit
  double fraction = 1;      // in (0, 1]
  bool none() const { return count == 0 && fraction >= 1; }
};

// "1500", "0.1" or "10%". Errors: kUsage.
Limit parse_limit(std::string_view text);

constexpr std::uint64_t kStreamAbove = 100000;               // texts
constexpr std::uint64_t kStoreCap = std::uint64_t{8} << 30;  // bytes, the default

// A part of a run that is split across machines: `number` (from 1) of `of`. 0 of 0: all of it.
struct Share {
  std::uint64_t number = 0, of = 0;
};

struct RunPlan {
  std::vector<Spec> encoders;
  std::vector<Spec> scorers;
  std::vector<Spec> probes;           // empty: those that the data sets name
  std::vector<std::string> datasets;  // names, cards, files (empty: the shipped ones of the probes)
  std::filesystem::path out;
  std::filesystem::path store;          // empty: none but for this run, so that it can be resumed
  std::uint64_t store_cap = kStoreCap;  // bytes (a full store takes no more)
  // A data set with more texts than this is streamed: its vectors are not stored, but its
  // measurements are, until the run is done.
  std::uint64_t stream_above = kStreamAbove;
  std::string limit;  // see parse_limit (empty: none)
  std::uint64_t seed = 1;
  std::size_t replicates = kDefaultReplicates;
  std::size_t threads = 0;  // 0: all of the machine's
  std::string language;  // for the shipped sets, if no other are named: "" (English), "nl", "all"
  bool strict = false;   // whether a faulty record ends the run, and is not left out and counted
  std::filesystem::path left_out;  // the file to list left-out records in (empty: none)
  bool replace = false;            // whether another run's file at `out` may be replaced
  Share share{};                   // a part's `out` is what `sonde run --merge` takes
  std::filesystem::path listing;   // see run/listing.h (empty: the data sets are listed)
  Resources resources;
};

struct RunSummary {
  bool up_to_date = false;    // the file existed already, nothing was done
  std::uint64_t texts = 0;    // distinct
  std::uint64_t encoded = 0;  // vectors made now, over all encoders
  std::uint64_t served = 0;   // vectors that the store had
};

// Lists texts, encodes those missing from the store (each distinct text once per encoder), fits,
// measures, summarises and writes plan.out. Encoded texts stay in the store whatever happens: the
// same call resumes there, and its file has the same bytes as that of a run never stopped. A file
// at plan.out that the same plan made stays. Errors: kUsage, kInput, kOutside, kInterrupted.
RunSummary run(const RunPlan& plan, Observer& observer);

// The work that a run needs from an encoder beyond the store's contents.
struct Forecast {
  std::string encoder;
  std::uint64_t texts = 0;                             // distinct
  std::uint64_t kept = 0;                              // already in the store
  bool asks_service = false;                           // whether the rest is meant
  std::uint64_t requests = 0;                          // for the texts
  std::uint64_t tokens = 0;                            // estimated
  std::uint64_t noise_requests = 0, noise_tokens = 0;  // further ones, for the noise floor
};

// Lists texts and calls no encoder. Counts items that a probe's filter would leave out. Errors: as
// run().
std::vector<Forecast> forecast(const RunPlan& plan, Observer& observer);

// The results of a run file, computed again from its measurements. `replicates`: for their
// intervals. 0: as many as the run had.
std::vector<Result> summarise_again(const RunFile& file, std::size_t threads = 0,
                                    std::size_t replicates = 0);

}  // namespace sonde
