#include "encoders/transformer/vector_parts.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/parse.h"
#include "encoders/shared/memory_need.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::string written(const VectorPart& part) {
  return std::to_string(part.first) + ":" + std::to_string(part.last);
}

VectorPart parse_part(std::string_view text) {
  const auto colon = std::min(text.find(':'), text.size());
  const auto first = parse_number<std::size_t>(text.substr(0, colon));
  const auto last = parse_number<std::size_t>(text.substr(std::min(colon + 1, text.size())));
  if (first && last && *first < *last) return {*first, *last};
  throw usage_error("'" + std::string(text.substr(0, 40)) + "' is not a part of a vector",
                    "write dims=FIRST:END, for instance dims=0:16 for its first 16 numbers");
}

class PartsEncoder : public Encoder, public TellsMemory {
 public:
  PartsEncoder(std::unique_ptr<Encoder> whole, std::vector<VectorPart> parts)
      : whole_(std::move(whole)), parts_(std::move(parts)) {
    for (const auto& view : whole_->views()) {
      for (const auto& part : parts_) views_.push_back(view_of(view, part));
    }
  }

  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override { return parts_.front().last - parts_.front().first; }
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
  Identity view_of(const Identity& whole, const VectorPart& part) const {
    constexpr std::uint64_t kRevision = 1;  // changes when a part means something else
    Identity identity = whole;
    if (parts_.size() > 1) {
      identity.view += (identity.view.empty() ? "dims=" : "&dims=") + written(part);
    }
    identity.what = digest_of("dims", kRevision, whole.what, std::uint64_t{part.first},
                              std::uint64_t{part.last});
    for (auto& [name, value] : identity.facts) {
      if (name == "dimension") value = std::to_string(part.last - part.first);
    }
    identity.facts.emplace_back("dims", written(part));
    return identity;
  }

  void copy_parts(std::span<const Matrix<float>> whole, std::size_t text,
                  std::span<const Matrix<float>> out) const {
    for (std::size_t view = 0; view < whole.size(); ++view) {
      const std::span<const float> vector = whole[view][text];
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        std::ranges::copy(vector.subspan(parts_[i].first, dimension()),
                          out[view * parts_.size() + i][text].begin());
      }
    }
  }

  std::unique_ptr<Encoder> whole_;
  std::vector<VectorPart> parts_;
  std::vector<Identity> views_;
};

}  // namespace

std::vector<VectorPart> parse_parts(std::string_view list) {
  std::vector<VectorPart> parts;
  const auto width = [](const VectorPart& part) { return part.last - part.first; };
  for (const auto text : parts_of(list, ',')) {
    parts.push_back(parse_part(text));
    const auto same = [&](const VectorPart& part) {
      return written(part) == written(parts.back());
    };
    if (std::ranges::count_if(parts, same) > 1) {
      throw usage_error("the part " + written(parts.back()) + " is named twice");
    }
    if (width(parts.back()) != width(parts.front())) {
      throw usage_error("the parts " + written(parts.front()) + " and " + written(parts.back()) +
                            " are not of one width",
                        "give the other its own --encoder");
    }
  }
  return parts;
}

std::unique_ptr<Encoder> encoder_of_parts(std::unique_ptr<Encoder> whole,
                                          std::vector<VectorPart> parts) {
  if (whole->fitter() != nullptr) {
    throw usage_error("dims= needs an encoder that is not fitted on the data set",
                      "take one whose numbers mean the same everywhere");
  }
  for (const auto& part : parts) {
    if (part.last <= whole->dimension()) continue;
    throw usage_error("the part " + written(part) + " ends beyond the vectors, which have " +
                      std::to_string(whole->dimension()) + " numbers");
  }
  return std::make_unique<PartsEncoder>(std::move(whole), std::move(parts));
}

}  // namespace sonde
