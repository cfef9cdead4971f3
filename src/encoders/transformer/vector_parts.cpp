#include "encoders/transformer/vector_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "encoders/shared/memory_need.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::string written(const VectorPart& part) {
  return std::to_string(part.first) + ":" + std::to_string(part.last);
}

VectorPart parse_part(std::string_view text) {
  if (text == "all") return {0, kAllNumbers};
  const auto most = parse_number<std::size_t>(text);
  if (most && *most > 0 && *most < kAllNumbers) return {0, *most};
  const auto colon = std::min(text.find(':'), text.size());
  const auto first = parse_number<std::size_t>(text.substr(0, colon));
  const auto last = parse_number<std::size_t>(text.substr(std::min(colon + 1, text.size())));
  if (first && last && *first < *last) return {*first, *last};
  throw usage_error("'" + std::string(text.substr(0, 40)) + "' is not a part of a vector",
                    "write dims=16 for its first 16 numbers, dims=FIRST:END, or dims=all");
}

constexpr std::array kWays{std::pair{std::string_view("float"), Quantised::kFloat},
                           std::pair{std::string_view("int8"), Quantised::kInt8},
                           std::pair{std::string_view("binary"), Quantised::kBinary},
                           std::pair{std::string_view("ubinary"), Quantised::kBinary}};

std::string_view name_of(Quantised way) {
  return std::ranges::find(kWays, way, &std::pair<std::string_view, Quantised>::second)->first;
}

void quantise(Quantised way, std::span<float> vector) {
  if (way == Quantised::kFloat) return;
  constexpr float kSteps = 127;
  float largest = 0;
  for (const float number : vector) {
    if (std::isnan(number)) return;
    largest = std::max(largest, std::abs(number));
  }
  for (float& number : vector) {
    if (way == Quantised::kBinary) number = number > 0 ? 1.0F : -1.0F;
    if (way == Quantised::kInt8 && largest > 0) number = std::nearbyint(number / largest * kSteps);
  }
}

class PartsEncoder : public Encoder, public TellsMemory {
 public:
  PartsEncoder(std::unique_ptr<Encoder> whole, std::vector<VectorPart> parts,
               std::vector<Quantised> ways)
      : whole_(std::move(whole)), parts_(std::move(parts)), ways_(std::move(ways)) {
    for (const auto& part : parts_) dimension_ = std::max(dimension_, part.last - part.first);
    for (const auto& view : whole_->views()) {
      for (const auto& part : parts_) {
        for (const auto way : ways_) views_.push_back(view_of(view, part, way));
      }
    }
  }

  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override { return dimension_; }
  std::size_t slice() const override { return whole_->slice(); }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    encode_in_parts(texts, out, remarks, [](auto) {});
  }

  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override {
    std::vector<MatrixOf<float>> whole(whole_->views().size(), {texts.size(), whole_->dimension()});
    std::vector<Matrix<float>> into;
    for (auto& view : whole) into.push_back(view.view());
    whole_->encode_in_parts(texts, into, remarks, [&](std::span<const std::size_t> places) {
      for (const std::size_t place : places) copy_parts(into, place, out);
      done(places);
    });
  }

  std::vector<std::string> unknown_words(const Text& text) const override {
    return whole_->unknown_words(text);
  }

  std::optional<std::vector<Token>> tokens(const Text& text) override {
    return whole_->tokens(text);
  }

  std::optional<MemoryNeed> memory_need() const override { return sonde::memory_need(*whole_); }

 private:
  bool is_whole(const VectorPart& part) const {
    return part.first == 0 && part.last == whole_->dimension();
  }

  Identity view_of(const Identity& whole, const VectorPart& part, Quantised way) const {
    constexpr std::uint64_t kRevision = 1;  // changes when a part means something else
    Identity identity = whole;
    const auto add = [&](bool several, const char* option, std::string_view value) {
      if (several)
        identity.view += (identity.view.empty() ? "" : "&") + (option + std::string(value));
    };
    add(parts_.size() > 1, "dims=", is_whole(part) ? "all" : written(part));
    add(ways_.size() > 1, "quantize=", name_of(way));
    identity.what = digest_of("dims", kRevision, whole.what, std::uint64_t{part.first},
                              std::uint64_t{part.last});
    if (way != Quantised::kFloat) identity.what = digest_of(identity.what, name_of(way));
    for (auto& [name, value] : identity.facts) {
      if (name == "dimension") value = std::to_string(part.last - part.first);
    }
    identity.facts.emplace_back("dims", written(part));
    if (way != Quantised::kFloat) identity.facts.emplace_back("quantize", name_of(way));
    return identity;
  }

  void copy_parts(std::span<const Matrix<float>> whole, std::size_t text,
                  std::span<const Matrix<float>> out) const {
    std::size_t next = 0;
    for (const auto& view : whole) {
      const std::span<const float> vector = view[text];
      for (const auto& [first, last] : parts_) {
        for (const auto way : ways_) {
          const std::span<float> into = out[next++][text];
          std::ranges::fill(into, std::isnan(vector[first]) ? vector[first] : 0.0F);
          std::ranges::copy(vector.subspan(first, last - first), into.begin());
          quantise(way, into.first(last - first));
        }
      }
    }
  }

  std::unique_ptr<Encoder> whole_;
  std::vector<VectorPart> parts_;
  std::vector<Quantised> ways_;
  std::size_t dimension_ = 0;  // the widest part's
  std::vector<Identity> views_;
};

}  // namespace

std::vector<VectorPart> parse_parts(std::string_view list) {
  std::vector<VectorPart> parts;
  for (const auto text : parts_of(list, ',')) {
    parts.push_back(parse_part(text));
    const auto same = [&](const VectorPart& part) {
      return written(part) == written(parts.back());
    };
    if (std::ranges::count_if(parts, same) > 1) {
      throw usage_error("the part " + std::string(text) + " is named twice");
    }
  }
  return parts;
}

std::vector<Quantised> parse_quantised(std::string_view list) {
  std::vector<Quantised> ways;
  for (const auto text : parts_of(list, ',')) {
    const auto* way =
        std::ranges::find(kWays, text, &std::pair<std::string_view, Quantised>::first);
    if (way == kWays.end()) {
      throw usage_error("'" + std::string(text.substr(0, 40)) + "' is not a way to store numbers",
                        "write quantize=float,int8,binary");
    }
    if (std::ranges::find(ways, way->second) != ways.end()) {
      throw usage_error(
          "quantize= has " + std::string(text) + " twice; ubinary and binary are equal",
          "name it once");
    }
    ways.push_back(way->second);
  }
  return ways;
}

std::unique_ptr<Encoder> encoder_of_parts(std::unique_ptr<Encoder> whole,
                                          std::vector<VectorPart> parts,
                                          std::vector<Quantised> ways) {
  if (whole->fitter() != nullptr) {
    throw usage_error("dims= and quantize= need an encoder that is not fitted on the data set",
                      "take one whose numbers mean the same everywhere");
  }
  const std::size_t dimension = whole->dimension();
  for (auto& part : parts) {
    if (part.first == 0 && part.last == kAllNumbers) part.last = dimension;
    if (part.last <= dimension) continue;
    throw usage_error("the part " + written(part) + " ends beyond the vectors, which have " +
                      counted(dimension, "number"));
  }
  return std::make_unique<PartsEncoder>(std::move(whole), std::move(parts), std::move(ways));
}

}  // namespace sonde
