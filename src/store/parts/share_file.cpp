#include "store/parts/share_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "sonde/error.h"
#include "store/database/found_file.h"
#include "store/runs/block_parts.h"
#include "store/runs/parts_file.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRecordHead = sizeof(Digest) + 4 * sizeof(std::uint32_t);
static_assert(sizeof(Digest) == 32 && std::numeric_limits<float>::is_iec559);

void append(std::string& bytes, const void* from, std::size_t size) {
  bytes.append(static_cast<const char*>(from), size);
}

// A record a text: key, remark, numbers.
std::string vector_records(std::span<const Digest> keys, Matrix<const float> vectors,
                           std::span<const Remark> remarks) {
  std::string bytes;
  bytes.reserve(keys.size() * (kRecordHead + vectors.columns() * sizeof(float)));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& [tokens, kept, unknown, undefined] = remarks[i];
    const std::uint32_t remark[] = {tokens, kept, unknown, undefined ? 1U : 0U};
    append(bytes, keys[i].bytes.data(), sizeof(Digest));
    append(bytes, remark, sizeof(remark));
    append(bytes, vectors[i].data(), vectors.columns() * sizeof(float));
  }
  return bytes;
}

void give_records(const std::string& bytes, const ShareVectors& of,
                  const ShareFile::TakeVectors& take) {
  const std::size_t size = kRecordHead + of.dimension * sizeof(float);
  require(!bytes.empty() && bytes.size() % size == 0, "a block of vectors has another length");
  const std::size_t count = bytes.size() / size;
  std::vector<Digest> keys(count);
  std::vector<Remark> remarks(count);
  MatrixOf<float> vectors(count, of.dimension);
  for (std::size_t i = 0; i < count; ++i) {
    const char* at = bytes.data() + i * size;
    std::uint32_t remark[4];
    std::memcpy(keys[i].bytes.data(), at, sizeof(Digest));
    std::memcpy(remark, at + sizeof(Digest), sizeof(remark));
    remarks[i] = {remark[0], remark[1], remark[2], remark[3] != 0};
    std::memcpy(vectors[i].data(), at + kRecordHead, of.dimension * sizeof(float));
  }
  take(of, keys, std::as_const(vectors).view(), remarks);
}

void check_rows(const ScoredBlock& scored, std::uint64_t features) {
  require(scored.values.size() == scored.rows.size() * (1 + features),
          "a scorer's rows and values differ in number");
  constexpr double kMostRows = 0x1.0p48;
  for (const double row : scored.rows) {
    require(row >= 0 && row < kMostRows && row == std::floor(row), "a row has no place");
  }
}

void require_a_part(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored) || !std::ifstream(file).is_open()) {
    throw input_error("cannot read the part", {file.string()},
                      "check that it exists and is readable; `sonde run --part` makes one");
  }
  if (is_marked(file, kShareSchema)) return;
  throw input_error("this is not a part of a run", {file.string()},
                    "name files that `sonde run --part` made");
}

}  // namespace

// Parts as in a run file: kind `head`, for vectors `vectors`, a view as the subject, those of each
// measured block, and for scorers `rows`, `scored` and `flaws`.
const Schema kShareSchema{0x736e7000,  // "snp"
                          1, 1, kRunSchema.sql};

struct ShareWriter::Open {
  explicit Open(const fs::path& file) : parts(file, kShareSchema) {}

  void add(const PartKey& key, const std::string& bytes) {
    parts.add_bytes(key, bytes);
    ++count;
  }

  PartsWriter parts;
  std::vector<ShareVectors> vectors;
  std::uint64_t count = 0;
};

ShareWriter::ShareWriter(const fs::path& file) : open_(std::make_unique<Open>(file)) {}
ShareWriter::~ShareWriter() = default;

void ShareWriter::add_vectors(const Identity& view, std::span<const Digest> keys,
                              Matrix<const float> vectors, std::span<const Remark> remarks) {
  if (keys.empty()) return;
  auto& all = open_->vectors;
  auto of = std::ranges::find_if(all, [&](const ShareVectors& one) {
    return one.what == view.what && one.numerics == view.numerics;
  });
  if (of == all.end()) {
    of = all.insert(all.end(), {view.what, view.numerics, vectors.columns(), 0});
  }
  if (of->dimension != vectors.columns()) throw usage_error("vectors of a view differ in length");
  const auto number = static_cast<std::uint32_t>(of - all.begin());
  open_->add({"vectors", 0, number, 0, of->blocks++}, vector_records(keys, vectors, remarks));
}

void ShareWriter::add_block(const BlockPlace& place, const MeasuredBlock& block) {
  block_to_parts([&](const PartKey& key, const std::string& body) { open_->add(key, body); }, place,
                 block);
}

void ShareWriter::add_scores(std::uint32_t task, std::uint32_t scorer, std::uint64_t block,
                             const ScoredBlock& scored) {
  open_->add({"rows", task, scorer, 0, block}, to_bytes(scored.rows));
  open_->add({"scored", task, scorer, 0, block}, to_bytes(scored.values));
  open_->add({"flaws", task, scorer, 0, block}, to_json(scored.remarks));
}

void ShareWriter::finish(ShareHead head) {
  head.vectors = open_->vectors;
  head.parts = open_->count;
  open_->parts.add_json({"head"}, to_json(head));
  open_->parts.finish();
}

struct ShareFile::Open {
  explicit Open(const fs::path& file) : parts(file, kShareSchema) {}
  PartsReader parts;
};

// Malformed data that the work finds are an error of the file.
template <class Work>
auto ShareFile::reading(const Work& work) const {
  try {
    return work();
  } catch (const Malformed& malformed) {
    throw input_error("the part is damaged: " + std::string(malformed.what()), {file_.string()},
                      "run it again: remove the file, or use --replace");
  }
}

ShareFile::ShareFile(fs::path file) : file_(std::move(file)) {
  require_a_part(file_);
  reading([&] {
    open_ = std::make_unique<Open>(file_);
    const auto standing = open_->parts.standing();
    if (standing == SchemaStanding::kNewer) {
      throw input_error("the part was made by a newer version", {file_.string()},
                        "update, or run it again");
    }
    require(standing == SchemaStanding::kOurs, "its tables are others");
    head_ = share_head_from_json(open_->parts.body({"head"}));
    require(open_->parts.count() == head_.parts + 1, "something of it is missing");
  });
}

ShareFile::~ShareFile() = default;

void ShareFile::vectors(const TakeVectors& take) const {
  for (std::uint32_t view = 0; view < head_.vectors.size(); ++view) {
    const ShareVectors& of = head_.vectors[view];
    for (std::uint64_t block = 0; block < of.blocks; ++block) {
      reading([&] { give_records(open_->parts.body({"vectors", 0, view, 0, block}), of, take); });
    }
  }
}

std::optional<MeasuredBlock> ShareFile::find(const BlockPlace& place, std::size_t views) const {
  return reading([&] {
    return block_from_parts([&](const PartKey& key) { return open_->parts.find(key); }, place,
                            views);
  });
}

void ShareFile::scores(std::uint32_t task, std::uint32_t scorer,
                       const std::function<void(const ScoredBlock&)>& take) const {
  reading([&] {
    require(scorer < head_.scorers.size() && task < head_.scorers[scorer].blocks.size(),
            "a scorer is missing");
  });
  const ShareScorer& of = head_.scorers[scorer];
  for (std::uint64_t block = 0; block + 1 < of.blocks[task]; ++block) {
    const auto scored = reading([&] {
      const auto body = [&](const char* kind) {
        return open_->parts.body({kind, task, scorer, 0, block});
      };
      ScoredBlock one{numbers_from_bytes(body("rows")), numbers_from_bytes(body("scored")),
                      remarks_from_json(body("flaws"))};
      check_rows(one, of.features);
      return one;
    });
    take(scored);
  }
}

}  // namespace sonde
