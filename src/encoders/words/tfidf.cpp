#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "encoders/words/tfidf_model.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

class FittedTfidf : public Encoder, public SparseEncoder {
 public:
  FittedTfidf(std::shared_ptr<const TfidfModel> model, Identity identity)
      : model_(std::move(model)), identity_(std::move(identity)) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return model_->dimension(); }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto [columns, numbers] = sparse_vector(texts[i], remarks[i]);
      const auto row = out[0][i];
      std::ranges::fill(row, remarks[i].undefined ? std::numeric_limits<float>::quiet_NaN() : 0.0F);
      for (std::size_t at = 0; at < columns.size(); ++at) row[columns[at]] = numbers[at];
    }
  }
  const SparseEncoder* sparse() const override { return this; }
  SparseVector sparse_vector(const Text& text, Remark& remark) const override {
    const auto found = model_->weigh(text.text);
    SparseVector vector;
    for (const auto& [column, weight] : found.weights) {
      vector.columns.push_back(column);
      vector.numbers.push_back(static_cast<float>(weight));
    }
    const auto unknown = static_cast<std::uint32_t>(found.unknown.size());
    remark = {found.words, found.words, unknown, found.weights.empty()};
    return vector;
  }
  std::vector<std::string> unknown_words(const Text& text) const override {
    return model_->weigh(text.text).unknown;
  }

 private:
  std::shared_ptr<const TfidfModel> model_;
  Identity identity_;
};

class DatasetFitter : public EncoderFitter {
 public:
  explicit DatasetFitter(Identity identity) : identity_(std::move(identity)) {}

  void add(std::span<const Text> originals) override {
    for (const auto& text : originals) counts_.add(text.text);
  }
  std::unique_ptr<Encoder> finish() override {
    return std::make_unique<FittedTfidf>(std::make_shared<TfidfModel>(counts_.fit()), identity_);
  }

 private:
  Identity identity_;
  TfidfCounts counts_;
};

// The fitter of an encoder that was fitted on a file: it ignores data sets.
class FileFitter : public EncoderFitter {
 public:
  FileFitter(std::shared_ptr<const TfidfModel> model, Identity identity)
      : model_(std::move(model)), identity_(std::move(identity)) {}

  void add(std::span<const Text>) override {}
  std::unique_ptr<Encoder> finish() override {
    return std::make_unique<FittedTfidf>(model_, identity_);
  }

 private:
  std::shared_ptr<const TfidfModel> model_;
  Identity identity_;
};

TfidfModel fit_on_file(const fs::path& file) {
  TfidfCounts counts;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    try {
      counts.add(line);
    } catch (const Error& error) {
      throw input_error(error.message(), lines.place(), error.advice());
    }
  }
  try {
    return counts.fit();
  } catch (const Error& error) {
    throw input_error(error.message(), {file.string()}, "give one sentence per line");
  }
}

class TfidfEncoder : public Encoder {
 public:
  TfidfEncoder(const Spec& spec, const EncoderContext& context) : files_(context.resources) {
    if (!spec.location.empty()) {
      throw usage_error("'tfidf' takes no location", "to fit it on a file: tfidf?fit=FILE");
    }
    Options options(spec);
    file_ = options.text("fit", "");
    options.done();
    constexpr std::uint64_t kRevision = 1;  // changes when the same texts give other vectors
    const Digest fitted_on = file_.empty() ? digest_of("each data set") : files_.add(file_);
    identity_.what = digest_of("tfidf", kRevision, fitted_on);
    identity_.numerics = "f64, Unicode " + unicode_version();
    identity_.facts = {{"fitted on", file_.empty() ? "each data set" : file_.filename().string()}};
  }

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return 0; }

  void encode(std::span<const Text>, std::span<const Matrix<float>>, std::span<Remark>) override {
    throw usage_error("tfidf was not fitted");
  }

  // Vectors are as wide as the vocabulary, so those of a file are no more worth keeping.
  std::unique_ptr<EncoderFitter> fitter() const override {
    if (file_.empty()) return std::make_unique<DatasetFitter>(identity_);
    if (!model_) {
      files_.check_unchanged();
      model_ = std::make_shared<TfidfModel>(fit_on_file(file_));
      files_.check_unchanged();
    }
    return std::make_unique<FileFitter>(model_, identity_);
  }

 private:
  SubjectFiles files_;
  fs::path file_;
  Identity identity_;
  mutable std::shared_ptr<const TfidfModel> model_;  // the file's, once it was read
};

}  // namespace

std::unique_ptr<Encoder> make_tfidf(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<TfidfEncoder>(spec, context);
}

}  // namespace sonde
