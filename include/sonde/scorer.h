// Room: scorers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sonde/encoder.h"
#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/subject.h"

namespace sonde {

// Gives a similarity for a row. It sees the item and has no vectors.
class Scorer {
 public:
  virtual ~Scorer() = default;
  virtual const Identity& identity() const = 0;
  // One similarity a row, over the items' rows in order. NaN: undefined.
  virtual void score(std::span<const Item> items, std::span<double> out) = 0;
  // Numbers per row that the similarity is made of, for learning from them. 0: it has none.
  virtual std::size_t features() const { return 0; }
  // `out`: the items' rows x features(), all finite.
  virtual void give_features(std::span<const Item> items, Matrix<double> out) {
    static_cast<void>(items), static_cast<void>(out);
  }
  // The cuts: a remark per text of the items scored last. None if nothing is ever cut.
  virtual std::span<const Remark> remarks() const { return {}; }
};

// The data set that a scorer is made for.
struct ScorerContext {
  std::string dataset;        // its name
  std::uint64_t rows = 0;     // in the whole data set, without any limit
  EncoderContext encoders{};  // context for the encoders that a scorer uses
  // Gives the items that will be scored, in order, to a scorer that must see them first. None: it
  // can't.
  std::function<void(const std::function<void(std::span<const Item>)>&)> items{};
  std::filesystem::path answers{};  // stores the outputs of services (empty: none)
  // Wraps an encoder so that its vectors are stored between runs. None: they aren't stored.
  std::function<std::unique_ptr<Encoder>(std::unique_ptr<Encoder>)> keep{};
};

// A row of the table of scorers.
struct ScorerKind {
  std::string_view name;
  std::string_view form;
  std::string_view help;
  // Null if the scorer doesn't apply to that data set.
  std::unique_ptr<Scorer> (*make)(const Spec&, const ScorerContext&);
};

std::span<const ScorerKind> scorer_kinds();

// Adds a row to the table of this process, as add_probe_kind() does.
void add_scorer_kind(const ScorerKind& kind);

// Null if the scorer doesn't apply to that data set. Errors: kUsage, kInput.
std::unique_ptr<Scorer> make_scorer(const Spec& spec, const ScorerContext& context);

}  // namespace sonde
