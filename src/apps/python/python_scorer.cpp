// A scorer whose similarities come from Python.
#include <algorithm>

#include "apps/python/bind_objects.h"

namespace sonde {
namespace {

// The texts of each row, a tuple each. With the GIL.
nb::list rows_of(std::span<const Item> items) {
  nb::list rows;
  for (const auto& item : items) {
    for (const auto& row : item.rows) {
      nb::list texts;
      for (const auto place : row.at) texts.append(item.texts[place].text);
      rows.append(nb::tuple(texts));
    }
  }
  return rows;
}

class PythonScorer : public Scorer {
 public:
  // Needs the GIL.
  explicit PythonScorer(const nb::object& object)
      : object_(hold(object)), identity_(identity_of(object, "python scorer")) {}

  const Identity& identity() const override { return identity_; }

  void score(std::span<const Item> items, std::span<double> out) override {
    const nb::gil_scoped_acquire gil;
    const auto scores = nb::cast<Doubles>(ask(*object_, "score", rows_of(items)));
    if (scores.shape(0) != out.size()) {
      throw usage_error("a scorer returned an array of the wrong length");
    }
    std::copy_n(scores.data(), out.size(), out.begin());
  }

 private:
  Held object_;
  Identity identity_;
};

}  // namespace

std::unique_ptr<Scorer> scorer_of(const nb::object& object) {
  return std::make_unique<PythonScorer>(object);
}

}  // namespace sonde
