// Room: scorers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sonde/item.h"
#include "sonde/subject.h"

namespace sonde {

// Gives a similarity for a row; sees the item and has no vectors.
class Scorer {
 public:
  virtual ~Scorer() = default;
  virtual const Identity& identity() const = 0;
  // One similarity a row, over the items' rows in order. NaN: undefined.
  virtual void score(std::span<const Item> items, std::span<double> out) = 0;
  // What was cut, a remark a text of the items scored last; none where nothing ever is.
  virtual std::span<const Remark> remarks() const { return {}; }
};

// The data set that a scorer is made for.
struct ScorerContext {
  std::string dataset;     // its name
  std::uint64_t rows = 0;  // of the whole data set, without any limit
};

// A row of the table of scorers.
struct ScorerKind {
  std::string_view name;
  std::string_view form;
  std::string_view help;
  // Null where the scorer has nothing to say about that data set.
  std::unique_ptr<Scorer> (*make)(const Spec&, const ScorerContext&);
};

std::span<const ScorerKind> scorer_kinds();

// Null where the scorer has nothing to say about that data set. Errors: kUsage,
// kInput.
std::unique_ptr<Scorer> make_scorer(const Spec& spec, const ScorerContext& context);

}  // namespace sonde
