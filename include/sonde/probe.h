// Room: probes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sonde/digest.h"
#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/resampling.h"
#include "sonde/result.h"
#include "sonde/subject.h"

namespace sonde {

struct Card;
struct ProbeForms;

// A list of texts of which few differ: a byte each up to 256 different ones, four beyond.
class CodedTexts {
 public:
  CodedTexts() = default;
  CodedTexts(std::initializer_list<std::string> texts) {
    for (const auto& text : texts) push_back(text);
  }

  void push_back(const std::string& text);
  void resize(std::size_t size);  // further ones are empty
  void reserve(std::size_t size) { small_.reserve(size); }
  // Like std::rotate on these places.
  void rotate(std::size_t first, std::size_t middle, std::size_t last);
  const std::string& operator[](std::size_t place) const { return distinct_[code(place)]; }
  std::size_t size() const { return small_.size() + large_.size(); }
  // A text's index in distinct(), which is in order of first appearance.
  std::uint32_t code(std::size_t place) const {
    return large_.empty() ? small_[place] : large_[place];
  }
  const std::vector<std::string>& distinct() const { return distinct_; }
  bool operator==(const CodedTexts& other) const;

 private:
  std::vector<std::string> distinct_;
  std::unordered_map<std::string, std::uint32_t> codes_;
  std::vector<std::uint8_t> small_;  // one of these two is empty
  std::vector<std::uint32_t> large_;
};

// The gold values of rows. Uses no memory while all are missing.
class GoldValues {
 public:
  void push_back(double value);
  double operator[](std::size_t row) const {
    return values_.empty() ? std::numeric_limits<double>::quiet_NaN() : values_[row];
  }
  std::size_t size() const { return size_; }
  // Like std::rotate on these rows.
  void rotate(std::size_t first, std::size_t middle, std::size_t last);

 private:
  std::vector<double> values_;  // empty: all NaN
  std::size_t size_ = 0;
};

// The facts of a data set that summaries need, without texts.
struct Frame {
  std::string dataset;
  std::vector<std::uint64_t> keys;         // an item: digest, for resampling
  std::vector<std::uint32_t> item_of_row;  // per row, ascending among the rows of a label
  GoldValues gold;                         // a row
  CodedTexts row_labels;                   // a row
  // label name -> a value per item, empty if the item has none
  std::map<std::string, CodedTexts> labels;
  // Records that give no item, by reason: see Item::left_out.
  std::map<std::string, std::uint64_t> left_out;

  std::size_t items() const { return keys.size(); }
  std::size_t rows() const { return item_of_row.size(); }
};

// A number that a probe measures on a row.
struct Measurement {
  std::string name;
  bool needs_vectors = false;  // else a scorer's similarity will do
  bool is_cosine = false;      // a cosine of two vectors, like a noise floor
};

// Consecutive items, and one subject's output for them.
struct Block {
  std::span<const Item> items;
  Matrix<const float> vectors;           // a row per text, over the items' texts in order, or empty
  std::span<const double> similarities;  // one per row, from a scorer, or empty
  // For sparse vectors of `width` numbers, the only columns that `vectors` has, in ascending order.
  // The others are 0 in all texts. Empty: it has all.
  std::span<const std::uint32_t> columns{};
  std::size_t width = 0;

  // Numbers in a vector, and the place in it of a column of `vectors`.
  std::size_t dimension() const { return columns.empty() ? vectors.columns() : width; }
  std::size_t place(std::size_t column) const { return columns.empty() ? column : columns[column]; }
};

// The numbers that a fit over the whole data set found; empty if the probe needs none.
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
  Matrix<const double> values;  // rows x measurements, NaN: undefined
};

// How well a subject does on each item. The lists of most-moved items are sorted by it.
struct Scores {
  std::string name;
  std::vector<double> values;  // per item, greater is better, NaN: undefined
  double passes_above = std::numeric_limits<double>::quiet_NaN();  // NaN: nothing is passed
};

// Measures with encoders, which need not be subjects, how similar some texts of an item are, so
// that the outcome doesn't change with the subjects. An item passes if all pairs have a cosine
// below the limit, by all encoders.
class ItemFilter {
 public:
  using TextPair = std::array<std::uint32_t, 2>;  // places in Item::texts
  struct Facts {
    std::vector<std::string> encoders;  // their specs
    double below = 0;
    std::string dropped;    // the reason for items that don't pass
    std::string otherwise;  // advice if an encoder is missing
  };
  virtual ~ItemFilter() = default;
  virtual const Facts& facts() const = 0;
  virtual std::vector<TextPair> pairs(const Item& item) const = 0;
  // Removes the rows to skip from an item that didn't pass.
  virtual void drop(Item& item) const = 0;
};

// A method: makes items from records, measures blocks of them, and summarises the measurements. It
// never sees a subject. All functions are const and safe from several threads.
class Probe {
 public:
  virtual ~Probe() = default;

  virtual std::span<const Field> fields() const = 0;
  virtual std::span<const Measurement> measurements() const = 0;
  // Errors: kInput, with the record's place.
  virtual Item item(Record&& record) const = 0;
  // Null if all items are used in full.
  virtual const ItemFilter* filter() const { return nullptr; }
  // Null if nothing is fitted for a subject. `items`: how many it will be given.
  virtual std::unique_ptr<Fitter> fitter(std::uint64_t /*items*/) const { return nullptr; }
  // out: the block's rows x measurements().
  virtual void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const = 0;
  // The results of all subjects jointly. The caller fills in `probe`.
  virtual std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                        const Resampler& resampler) const = 0;
  // May reorder the rows of a large data set so that summarise() reads them faster. `columns`:
  // lists of one number per row, to be moved along.
  virtual void arrange(Frame& /*frame*/, std::span<std::vector<double>* const> /*columns*/) const {}
  // Data that figures draw with the results, in their order. The caller fills in `probe`.
  virtual std::vector<Series> series(const Frame&, std::span<const Table>) const { return {}; }
  // The default is the mean of the first measurement over the item's rows.
  virtual Scores scores(const Frame& frame, const Table& table) const;
  // One per item, for a question of ProbeKind::shown that is a share. Empty for any other.
  virtual std::vector<ItemOutcome> outcomes(const Evidence&, const Frame&, const Table&) const {
    return {};
  }
};

// Facts available to a probe before it is made: about its data set and other runs.
class ProbeSources {
 public:
  // A probe over a data set, in another run.
  struct Task {
    std::string probe;  // its spec
    std::string dataset;
    std::vector<Result> results;
  };
  using TakeItems = std::function<void(std::span<const Item>, std::span<const Digest>)>;

  virtual ~ProbeSources() = default;
  // All items of the data set, as this probe makes them, in blocks. Errors: kInput.
  virtual void each_item(const Probe& probe, const TakeItems& take) const = 0;
  // Errors: kInput if the file is not a valid run file.
  virtual std::vector<Task> tasks_of(const std::filesystem::path& run_file) const = 0;
  virtual Resampler resampler() const = 0;
};

// A probe over a data set before it is made, to be completed.
struct Settling {
  Spec& spec;  // the user's, its files may be replaced
  const Card& card;
  std::map<std::string, std::string>& settings;  // the card's keys, and what is found
  const ProbeSources& sources;
};

// A probe over a data set, as the runs that measured it are summarised together.
struct JointForm {
  Spec spec;
  std::map<std::string, std::string> settings;
  std::string found_anew;  // omitted from the form because it is recomputed, for people
};

// A row of the table of probes.
struct ProbeKind {
  std::string_view name;
  std::string_view form;
  std::string_view help;
  // `spec` has the user's options, `settings` the card's further keys (for instance `test`) and its
  // `language`. Called with neither, too, to learn which fields it reads.
  std::function<std::unique_ptr<Probe>(const Spec& spec,
                                       const std::map<std::string, std::string>& settings)>
      make;
  // Reads the files that options and card name, and decides what they leave open, so that a run
  // file records what was meant, not file paths. Errors: kUsage for the spec, kInput for data.
  std::function<void(Settling&)> settle{};
  // Takes out of a form what may differ between runs of the same question.
  std::function<void(JointForm&)> join{};
  // The result whose mean over subjects and data sets is shown for each language. May be empty.
  std::string_view spread_by_language{};
  Shown shown{};
  std::shared_ptr<const ProbeForms> forms{};  // its tab in `serve`, its rating form; may be null
};

std::span<const ProbeKind> probe_kinds();

// Adds a row to the table of this process. Its texts must outlive it. Don't call it while other
// parts of sonde run. Errors: kUsage if a kind has this name.
void add_probe_kind(ProbeKind kind);

// The joint form of a task of a run file: its own if the kind is unknown or defines none.
JointForm joint_form(const std::string& probe, const std::map<std::string, std::string>& settings);

std::unique_ptr<Probe> make_probe(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset);

}  // namespace sonde
