#include "run/files/part_set.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/version.h"
#include "data/spec_text.h"
#include "run/vectors/noise_floor.h"
#include "run/vectors/recorded.h"
#include "sonde/error.h"
#include "store/database/sqlite.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::string said(const ShareHead& head) {
  return "part " + std::to_string(head.number) + " of " + std::to_string(head.of);
}

// "3, 7 and 9", of many the first ones.
std::string listed(const std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, numbers.size()); ++i) {
    const bool last = i + 1 == numbers.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + std::to_string(numbers[i]);
  }
  if (numbers.size() > kShown) text += " and " + std::to_string(numbers.size() - kShown) + " more";
  return text;
}

void check_of_one_run(const ShareHead& first, const fs::path& first_file, const ShareHead& head,
                      const fs::path& file) {
  if (head.of != first.of) {
    throw usage_error(
        file.string() + " is " + said(head) + ", and " + first_file.string() + " " + said(first),
        "merge the parts of one run, which was split once");
  }
  const bool alike = head.question == first.question &&
                     head.encoders.size() == first.encoders.size() &&
                     head.scorers.size() == first.scorers.size();
  if (alike) return;
  throw usage_error(
      file.string() + " is part of another run than " + first_file.string(),
      "parts of one run have the same options, data sets and models, and differ in --part");
}

void check_streamed(const ShareHead& first, const fs::path& first_file, const ShareHead& head,
                    const fs::path& file) {
  if (head.plan.stream_above == first.plan.stream_above) return;
  throw usage_error(
      file.string() + " and " + first_file.string() + " were streamed from different sizes on",
      "give all parts the same --stream-above, and all of them a --store FILE or none");
}

void check_version(const ShareHead& head, const fs::path& file) {
  if (head.facts.version == kVersion) return;
  throw usage_error(file.string() + " was made by sonde " + head.facts.version + ", this is " +
                        std::string(kVersion),
                    "merge by the version that made the parts");
}

// The parts' blocks are read in their order: one file is open at a time.
class MergedBlocks final : public BlockStore {
 public:
  explicit MergedBlocks(std::vector<fs::path> files) : files_(std::move(files)) {}

  std::optional<MeasuredBlock> find(const BlockPlace& place, std::size_t views) override {
    for (std::size_t tried = 0; tried < files_.size(); ++tried) {
      if (!open_) open_ = std::make_unique<ShareFile>(files_[at_]);
      if (auto found = open_->find(place, views)) return found;
      open_.reset();
      at_ = (at_ + 1) % files_.size();
    }
    return std::nullopt;
  }
  void keep(const BlockPlace&, const MeasuredBlock&) override {}

 private:
  std::vector<fs::path> files_;
  std::size_t at_ = 0;
  std::unique_ptr<ShareFile> open_;
};

template <class Facts>
std::size_t place_of_text(const std::vector<Facts>& all, const Spec& spec) {
  const auto found = std::ranges::find(all, spec.text, &Facts::text);
  if (found == all.end()) {
    throw input_error("the parts don't define '" + spec.text + "'", {}, "run them again");
  }
  return static_cast<std::size_t>(found - all.begin());
}

std::vector<Spec> specs_of(const std::vector<SharePlan::Words>& words) {
  std::vector<Spec> specs;
  for (const auto& [name, text, group] : words) {
    specs.push_back(parse_spec(text));
    specs.back().name = name;
    specs.back().group = group;
  }
  return specs;
}

// Adds what is not among those named yet.
void add_numerics(std::string& all, const std::string& one) {
  constexpr const char* kBetween = " | ";
  if ((kBetween + all + kBetween).find(kBetween + one + kBetween) == std::string::npos) {
    all += kBetween + one;
  }
}

}  // namespace

PartSet::PartSet(const MergePlan& plan) {
  std::map<std::uint64_t, fs::path> by_number;
  for (const auto& file : plan.parts) {
    ShareHead head = ShareFile(file).head();
    check_version(head, file);
    if (by_number.empty()) head_ = head;
    check_of_one_run(head_, plan.parts.front(), head, file);
    check_streamed(head_, plan.parts.front(), head, file);
    const auto [there, is_new] = by_number.emplace(head.number, file);
    if (is_new) continue;
    throw usage_error(there->second.string() + " and " + file.string() + " are both " + said(head),
                      "name each part once");
  }
  if (by_number.empty()) throw usage_error("no part is named", "name all parts of a run");
  std::vector<std::uint64_t> lacking;
  for (std::uint64_t number = 1; number <= head_.of; ++number) {
    if (!by_number.contains(number)) lacking.push_back(number);
  }
  if (!lacking.empty()) {
    throw usage_error(
        "of " + std::to_string(head_.of) + " parts these are missing: " + listed(lacking),
        "make them with the run's options and --part");
  }
  for (const auto& [number, file] : by_number) add(file, plan.mixed_processors);
}

// In order of the numbers.
void PartSet::add(const fs::path& file, bool mixed) {
  const ShareHead head = ShareFile(file).head();
  if (files_.empty()) {
    head_ = head;
  } else {
    take_subjects(head, file, mixed);
  }
  files_.push_back(file);
}

void PartSet::take_subjects(const ShareHead& head, const fs::path& file, bool mixed) {
  const auto take = [&](Identity& all, const Identity& one, const std::string& who) {
    if (one.numerics != all.numerics && !mixed) {
      throw usage_error("'" + who + "' was computed differently in " + file.string() + " (" +
                            one.numerics + ") than in " + files_.front().string() + " (" +
                            all.numerics + ")",
                        "use processors of one class, or use --mixed-processors");
    }
    add_numerics(all.numerics, one.numerics);
  };
  for (std::size_t i = 0; i < head_.encoders.size(); ++i) {
    ShareEncoder& all = head_.encoders[i];
    if (all.fitted) continue;
    const ShareEncoder& one = head.encoders[i];
    if (one.text != all.text || one.views.size() != all.views.size()) {
      throw input_error("the part contradicts the others", {file.string()}, "run it again");
    }
    for (std::size_t view = 0; view < all.views.size(); ++view) {
      take(all.views[view], one.views[view], all.text);
    }
  }
  for (std::size_t i = 0; i < head_.scorers.size(); ++i) {
    ShareScorer& all = head_.scorers[i];
    take(all.identity, head.scorers[i].identity, all.text);
    // A part without items doesn't know.
    all.remarks = all.remarks || head.scorers[i].remarks;
  }
}

namespace {

// The word of a data set that a merge finds elsewhere, with the name that it has in the parts:
// files are named after themselves.
std::string named_as(const std::string& in_parts, const std::string& here) {
  const auto [name, path] = split_name(in_parts);
  const bool is_card = fs::path(here).extension() == ".toml";
  if (is_card || !fs::exists(here) || !split_name(here).first.empty()) return here;
  return (name.empty() ? fs::path(path).stem().string() : name) + "=" + here;
}

std::vector<std::string> named_as(const std::vector<std::string>& in_parts,
                                  std::vector<std::string> here) {
  if (here.empty()) return in_parts;
  for (std::size_t i = 0; i < std::min(here.size(), in_parts.size()); ++i) {
    here[i] = named_as(in_parts[i], here[i]);
  }
  return here;
}

}  // namespace

RunPlan PartSet::run_plan(const MergePlan& plan) const {
  RunPlan run;
  run.encoders = specs_of(head_.plan.encoders);
  run.scorers = specs_of(head_.plan.scorers);
  run.probes = specs_of(head_.plan.probes);
  run.datasets = named_as(head_.plan.datasets, plan.datasets);
  run.language = plan.datasets.empty() ? head_.plan.language : "";
  run.stream_above = head_.plan.stream_above;
  run.strict = head_.plan.strict;
  run.limit = head_.facts.limit;
  run.seed = head_.facts.seed;
  run.replicates = head_.facts.replicates;
  run.out = plan.out;
  run.listing = plan.listing;
  run.replace = plan.replace;
  run.threads = plan.threads;
  run.resources = plan.resources;
  return run;
}

SubjectMakers PartSet::makers() const {
  SubjectMakers makers;
  makers.recorded = true;
  makers.encoder = [this](const Spec& spec, const EncoderContext& context) {
    const auto& facts = head_.encoders[place_of_text(head_.encoders, spec)];
    return facts.fitted ? make_encoder(spec, context) : recorded_encoder(facts);
  };
  makers.scorer = [this](const Spec& spec, const ScorerContext& context,
                         std::uint32_t task) -> std::unique_ptr<Scorer> {
    const std::size_t number = place_of_text(head_.scorers, spec);
    const ShareScorer& facts = head_.scorers[number];
    if (task >= facts.blocks.size() || facts.blocks[task] == 0) return nullptr;
    RecordedScores scores(facts, context.rows);
    for (const auto& file : files_) {
      try {
        ShareFile(file).scores(task, static_cast<std::uint32_t>(number),
                               [&](const ScoredBlock& scored) { scores.add(scored); });
      } catch (const Malformed& malformed) {
        throw input_error("the part is damaged: " + std::string(malformed.what()), {file.string()},
                          "run it again");
      }
    }
    return scores.finish();
  };
  return makers;
}

// Merges the numerics of all parts.
Identity PartSet::merged(const ShareVectors& vectors) const {
  for (const auto& facts : head_.encoders) {
    const std::shared_ptr<Encoder> encoder = recorded_encoder(facts);
    for (const auto& one : {encoder, second_time(encoder)}) {
      for (const auto& view : one->views()) {
        if (view.what == vectors.what) return view;
      }
    }
  }
  throw input_error("the parts have vectors of no subject", {}, "run them again");
}

void PartSet::give_vectors(VectorStore& store, const std::function<void()>& check_stop) const {
  for (const auto& file : files_) {
    ShareFile(file).vectors([&](const ShareVectors& of, std::span<const Digest> keys,
                                Matrix<const float> vectors, std::span<const Remark> remarks) {
      check_stop();
      store.write(merged(of), keys, vectors, remarks);
    });
  }
}

std::unique_ptr<BlockStore> PartSet::blocks() const {
  return std::make_unique<MergedBlocks>(files_);
}

}  // namespace sonde
