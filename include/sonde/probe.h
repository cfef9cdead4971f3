// Room: probes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/frame.h"
#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/result.h"
#include "sonde/stats.h"
#include "sonde/subject.h"

namespace sonde {

struct Card;

// A number that a probe measures on a row.
struct Measurement {
  std::string name;
  bool needs_vectors = false;  // else a scorer's similarity will do
};

// Items in a row, and what one subject says of them.
struct Block {
  std::span<const Item> items;
  Matrix<const float> vectors;           // a row a text, over the items' texts in order; or empty
  std::span<const double> similarities;  // one a row, from a scorer; or empty
};

// What a fit over the whole data set left: numbers whose meaning is the
// probe's own. Empty where the probe needs none.
using Fitted = std::vector<double>;

// Reads the whole data set once before measuring, block by block in order.
class Fitter {
 public:
  virtual ~Fitter() = default;
  virtual void add(const Block& block) = 0;
  virtual Fitted finish() = 0;
};

// The measurements of one subject.
struct Table {
  std::string subject;
  bool has_vectors = true;      // else columns that need vectors are not supported
  Matrix<const double> values;  // rows x measurements; NaN: undefined
};

// How well a subject does on each item: what the lists of items that moved most are sorted by.
struct Scores {
  std::string name;
  std::vector<double> values;  // an item; greater is better; NaN: undefined
  double passes_above = std::numeric_limits<double>::quiet_NaN();  // NaN: nothing is passed
};

// Asks encoders, which need not be subjects, how alike some texts of an item are: what is asked of
// it then doesn't change with the subjects. An item passes where all pairs have a cosine below the
// limit, by all encoders.
class ItemFilter {
 public:
  using TextPair = std::array<std::uint32_t, 2>;  // places in Item::texts
  struct Facts {
    std::vector<std::string> encoders;  // as specified
    double below = 0;
    std::string dropped;    // what is said of items that don't pass
    std::string otherwise;  // advice where an encoder is missing
  };
  virtual ~ItemFilter() = default;
  virtual const Facts& facts() const = 0;
  virtual std::vector<TextPair> pairs(const Item& item) const = 0;
  // Takes the rows out that aren't asked of an item that didn't pass.
  virtual void drop(Item& item) const = 0;
};

// A method: makes items from records, measures blocks of them, and summarises
// the measurements. It never sees a subject. All functions are const and safe
// from several threads.
class Probe {
 public:
  virtual ~Probe() = default;

  virtual std::span<const Field> fields() const = 0;
  virtual std::span<const Measurement> measurements() const = 0;
  // Errors: kInput, with the record's place.
  virtual Item item(Record&& record) const = 0;
  // Null where all items are asked in full.
  virtual const ItemFilter* filter() const { return nullptr; }
  // Null where nothing is to be fitted for a subject. items: how many it will be given.
  virtual std::unique_ptr<Fitter> fitter(std::uint64_t items) const {
    static_cast<void>(items);
    return nullptr;
  }
  // out: the block's rows x measurements().
  virtual void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const = 0;
  // The results of all subjects jointly; `probe` is filled in by the caller.
  virtual std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                        const Resampler& resampler) const = 0;
  // Whether summarise() and series() take rows in any order of labels, an item's not side by side.
  virtual bool takes_rows_by_label() const { return false; }
  // What figures draw beside the results, in their order; `probe` is filled in by the caller.
  virtual std::vector<Series> series(const Frame&, std::span<const Table>) const { return {}; }
  // By default the mean of the first measurement over the item's rows.
  virtual Scores scores(const Frame& frame, const Table& table) const;
};

// A row of the table of probes.
struct ProbeKind {
  std::string_view name;
  std::string_view form;
  std::string_view help;
  // `dataset` holds the further keys of the data set's card (for instance
  // `test` of a triplet set) and its `language`, `spec` the options that the user gave.
  std::unique_ptr<Probe> (*make)(const Spec& spec,
                                 const std::map<std::string, std::string>& dataset);
  // Null, or adds to `dataset` what nobody gave and the records of the card decide.
  void (*settle)(const Spec& spec, const Card& card,
                 std::map<std::string, std::string>& dataset) = nullptr;
};

std::span<const ProbeKind> probe_kinds();

std::unique_ptr<Probe> make_probe(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset);

}  // namespace sonde
