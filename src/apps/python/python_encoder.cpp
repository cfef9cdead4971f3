// An encoder whose vectors come from Python: from what python/sonde/_adapters.py makes of an
// object.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "apps/python/bind_objects.h"

namespace sonde {
namespace {

class PythonEncoder : public Encoder {
 public:
  // Needs the GIL.
  explicit PythonEncoder(const nb::object& object)
      : object_(hold(object)), batch_(nb::cast<std::size_t>(object.attr("batch"))) {
    Identity identity = identity_of(object, "python");
    identity.batch_dependent = nb::cast<bool>(object.attr("batch_dependent"));
    add_views(identity, nb::cast<std::vector<std::string>>(object.attr("views")));
  }

  std::span<const Identity> views() const override { return views_; }
  std::size_t slice() const override { return batch_; }

  std::size_t dimension() const override {
    if (dimension_ > 0) return dimension_;
    const nb::gil_scoped_acquire gil;
    return dimension_ = nb::cast<std::size_t>(ask(*object_, "dimension"));
  }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    encode_in_parts(texts, out, remarks, [](auto) {});
  }

  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override {
    for (const auto& places : batches_of(texts)) {
      encode_batch(texts, places, out, remarks);
      done(places);
    }
  }

 private:
  using Places = std::vector<std::size_t>;

  void add_views(const Identity& identity, const std::vector<std::string>& names) {
    if (names.empty()) return views_.push_back(identity);
    for (const auto& name : names) {
      views_.push_back(identity);
      views_.back().view = name;
      views_.back().what = digest_of(identity.what, name);
    }
  }

  // Each has one side, if the sides differ.
  std::vector<Places> batches_of(std::span<const Text> texts) const {
    Places order(texts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto is_first = [&](std::size_t i) {
      return !views_[0].sided || texts[i].side == Side::kFirst;
    };
    const auto second = std::stable_partition(order.begin(), order.end(), is_first);
    std::vector<Places> batches;
    const auto cut = [&](auto from, const auto to) {
      while (from != to) {
        const auto end = from + std::min(to - from, static_cast<std::ptrdiff_t>(batch_));
        batches.emplace_back(from, end);
        from = end;
      }
    };
    cut(order.begin(), second);
    cut(second, order.end());
    return batches;
  }

  void encode_batch(std::span<const Text> texts, const Places& places,
                    std::span<const Matrix<float>> out, std::span<Remark> remarks) const {
    std::vector<Text> batch;
    for (const auto place : places) {
      batch.push_back(texts[place]);
      remarks[place] = {};
    }
    const bool second = views_[0].sided && batch.front().side == Side::kSecond;
    const nb::gil_scoped_acquire gil;
    const nb::object answer = ask(*object_, "encode", list_of(batch), second ? "second" : "first");
    for (std::size_t view = 0; view < views_.size(); ++view) {
      const auto vectors = nb::cast<FloatRows>(answer[view]);
      if (vectors.shape(0) != places.size() || vectors.shape(1) != out[view].columns()) {
        throw usage_error("an encoder returned an array of the wrong shape");
      }
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::span<const float> row{vectors.data() + i * vectors.shape(1), vectors.shape(1)};
        take(row, texts[places[i]], out[view][places[i]], remarks[places[i]]);
      }
    }
  }

  // A text has no vector if its whole row is NaN.
  void take(std::span<const float> row, const Text& text, std::span<float> out,
            Remark& remark) const {
    std::ranges::copy(row, out.begin());
    if (std::ranges::all_of(row, [](float x) { return std::isfinite(x); })) return;
    if (!std::ranges::all_of(row, [](float x) { return std::isnan(x); })) {
      ask(*object_, "reject", list_of({&text, 1}));
    }
    remark.undefined = true;
  }

  Held object_;
  std::size_t batch_;
  std::vector<Identity> views_;
  mutable std::size_t dimension_ = 0;
};

}  // namespace

std::unique_ptr<Encoder> encoder_of(const nb::object& object) {
  return std::make_unique<PythonEncoder>(object);
}

}  // namespace sonde
