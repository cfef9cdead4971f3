#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sonde/digest.h"
#include "sonde/matrix.h"
#include "sonde/run_file.h"
#include "store/database/schema.h"
#include "store/runs/block_file.h"

namespace sonde {

// The output of one part of a run for the merge (`sonde run --part`): for its own items, the run's
// data before it measures and summarises.

extern const Schema kShareSchema;
inline constexpr std::uint64_t kMostShares = 100000;

// The facts about an encoder that a merge has without its model.
struct ShareEncoder {
  std::string text;  // its specification
  std::vector<Identity> views;
  std::string doubt;  // for each view
  std::uint64_t dimension = 0;
  std::uint64_t slice = 0;
  bool fitted = false;  // on each data set, by the merge: the part has nothing of it
};

struct ShareScorer {
  std::string text;
  Identity identity;
  std::string doubt;  // identity's doubt
  std::uint64_t features = 0;
  bool remarks = false;
  std::vector<std::uint64_t> blocks;  // per task, and one more (0: not applicable)
};

// Vectors of one view of an encoder.
struct ShareVectors {
  Digest what;
  std::string numerics;
  std::uint64_t dimension = 0;
  std::uint64_t blocks = 0;
};

// The plan of the run, in the user's words.
struct SharePlan {
  struct Words {
    std::string name, text, group;
    bool operator==(const Words&) const = default;
  };
  std::vector<Words> encoders, scorers, probes;
  std::vector<std::string> datasets;
  std::string language;
  std::uint64_t stream_above = 0;
  bool strict = false;
};

struct ShareHead {
  RunFacts facts;
  std::string question;  // digest of the plan without its subjects' numerics
  std::uint64_t number = 0, of = 0;
  SharePlan plan;
  std::vector<ShareEncoder> encoders;  // also those of filters
  std::vector<ShareScorer> scorers;
  std::vector<ShareVectors> vectors;
  std::uint64_t parts = 0;  // parts of the file, but for this one
};

// The similarities of some rows, in order of the items.
struct ScoredBlock {
  std::vector<double> rows;    // their places in the whole data set
  std::vector<double> values;  // rows x (1 + features)
  // Remarks on texts with flaws. The place of an item's first row identifies the item.
  std::vector<TextRemark> remarks;
};

// Writes the file whole at finish(), and claims its place until then. Errors: kOutside.
class ShareWriter {
 public:
  explicit ShareWriter(const std::filesystem::path& file);
  ~ShareWriter();

  // Errors: kUsage if the view has vectors of another dimension.
  void add_vectors(const Identity& view, std::span<const Digest> keys, Matrix<const float> vectors,
                   std::span<const Remark> remarks);
  void add_block(const BlockPlace& place, const MeasuredBlock& block);
  void add_scores(std::uint32_t task, std::uint32_t scorer, std::uint64_t block,
                  const ScoredBlock& scored);
  // The head's vectors and parts are filled in.
  void finish(ShareHead head);

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

// One thread at a time. Errors of all calls: kInput, the file is damaged.
class ShareFile {
 public:
  // Errors: kInput if it is missing or not a part of a run, or of a newer schema.
  explicit ShareFile(std::filesystem::path file);
  ~ShareFile();

  using TakeVectors = std::function<void(const ShareVectors&, std::span<const Digest>,
                                         Matrix<const float>, std::span<const Remark>)>;
  const ShareHead& head() const { return head_; }
  void vectors(const TakeVectors& take) const;
  // Nothing if it isn't there.
  std::optional<MeasuredBlock> find(const BlockPlace& place, std::size_t views) const;
  void scores(std::uint32_t task, std::uint32_t scorer,
              const std::function<void(const ScoredBlock&)>& take) const;

 private:
  struct Open;
  template <class Work>
  auto reading(const Work& work) const;

  std::filesystem::path file_;
  std::unique_ptr<Open> open_;
  ShareHead head_;
};

// Errors: as of run_parts.h.
std::string to_json(const ShareHead& head);
ShareHead share_head_from_json(std::string_view json);

}  // namespace sonde
