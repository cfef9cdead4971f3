// RankEncoder (Seonwoo and others, 2023): a sentence's vector is the ranks of its similarities to
// the sentences of a corpus.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/threads.h"
#include "data/spec_text.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "formats/lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostCorpusLines = std::size_t{1} << 17;
constexpr std::size_t kCorpusAtOnce = 512;

std::vector<Text> read_corpus(const std::string& file) {
  if (file.empty()) {
    throw usage_error("'rank' needs the sentences that it ranks", "name their file: corpus=FILE");
  }
  std::vector<Text> corpus;
  LineReader lines{std::filesystem::path(file)};
  for (std::string_view line; lines.next(line);) {
    if (corpus.size() == kMostCorpusLines) {
      throw input_error("has more than " + std::to_string(kMostCorpusLines) + " lines",
                        lines.place(), "a vector has a number for each; take a part of it");
    }
    corpus.push_back({std::string(line), Side::kFirst});
  }
  if (corpus.size() > 1) return corpus;
  throw input_error("has fewer than two sentences", {file}, "write one sentence per line");
}

// False if it has no direction.
bool scale_to_length_one(std::span<double> vector) {
  double squares = 0;
  for (const double x : vector) squares += x * x;
  if (!(squares > 0) || !std::isfinite(squares)) return false;
  for (double& x : vector) x /= std::sqrt(squares);
  return true;
}

// Ranks less their mean. Equal numbers share the mean of their ranks.
std::vector<double> centred_ranks(std::span<const double> numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](auto a, auto b) { return numbers[a] < numbers[b]; });
  std::vector<double> ranks(numbers.size());
  const double mean = static_cast<double>(numbers.size() - 1) / 2;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && numbers[order[end]] == numbers[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + end - 1) / 2 - mean;
    for (; begin < end; ++begin) ranks[order[begin]] = rank;
  }
  return ranks;
}

class RankEncoder : public Encoder {
 public:
  RankEncoder(const Spec& spec, const EncoderContext& context)
      : context_(context), files_(context.resources) {
    Options options(spec);
    corpus_file_ = options.text("corpus", "");
    weight_ = options.number("weight", 0);
    options.done();
    if (!(weight_ >= 0 && weight_ <= 1)) {
      throw usage_error("option weight of rank is not in [0, 1]", "the default is 0");
    }
    corpus_ = read_corpus(corpus_file_);
    encoder_ = make_encoder(parse_spec(percent_decoded(spec.location)), context);
    if (encoder_->fitter() != nullptr) {
      throw usage_error("'" + spec.location + "' is fitted on each data set",
                        "rank: needs an encoder that is ready; fit it on a file: fit=FILE");
    }
    add_views(files_.add(corpus_file_));
  }

  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override {
    return corpus_.size() + (weight_ > 0 ? encoder_->dimension() : 0);
  }
  std::size_t slice() const override { return std::min<std::size_t>(64, encoder_->slice()); }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    if (directions_.empty()) read_directions();
    const auto vectors = encode_plainly(texts, remarks);
    parallel_for(texts.size(), 1, context_.threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        for (std::size_t view = 0; view < out.size(); ++view) {
          const bool given = give(vectors[view][i], directions_[view], out[view][i]);
          remarks[i].undefined = remarks[i].undefined || !given;
        }
      }
    });
    files_.check_unchanged();
  }

  std::vector<std::string> unknown_words(const Text& text) const override {
    return encoder_->unknown_words(text);
  }
  std::optional<std::vector<Token>> tokens(const Text& text) override {
    return encoder_->tokens(text);
  }

 private:
  using Vectors = std::vector<MatrixOf<float>>;  // a view each

  void add_views(const Digest& corpus) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same encoder gives other ranks
    for (Identity view : encoder_->views()) {
      view.what = digest_of("rank", kRevision, view.what, corpus, weight_);
      view.numerics += ", ranks of cosines in f64";
      view.facts.emplace_back("ranked", counted(corpus_.size(), "sentence"));
      view.facts.emplace_back("weight of the own cosine", std::to_string(weight_));
      views_.push_back(std::move(view));
    }
  }

  Vectors encode_plainly(std::span<const Text> texts, std::span<Remark> remarks) {
    Vectors vectors;
    std::vector<Matrix<float>> places;
    for (std::size_t view = 0; view < views_.size(); ++view) {
      vectors.emplace_back(texts.size(), encoder_->dimension());
    }
    for (auto& view : vectors) places.push_back(view.view());
    encoder_->encode(texts, places, remarks);
    return vectors;
  }

  // The corpus' vectors, scaled to length 1.
  void read_directions() {
    std::vector<MatrixOf<double>> found;
    for (std::size_t view = 0; view < views_.size(); ++view) {
      found.emplace_back(corpus_.size(), encoder_->dimension());
    }
    for (std::size_t begin = 0; begin < corpus_.size(); begin += kCorpusAtOnce) {
      if (context_.stop && context_.stop()) throw Error(ErrorKind::kInterrupted, "stopped");
      const auto part =
          std::span(corpus_).subspan(begin, std::min(kCorpusAtOnce, corpus_.size() - begin));
      std::vector<Remark> remarks(part.size());
      const auto vectors = encode_plainly(part, remarks);
      for (std::size_t view = 0; view < found.size(); ++view) {
        for (std::size_t i = 0; i < part.size(); ++i) {
          std::ranges::copy(vectors[view][i], found[view][begin + i].begin());
          if (scale_to_length_one(found[view][begin + i])) continue;
          throw input_error("the encoder has no vector for this sentence",
                            {corpus_file_, begin + i + 1}, "leave the line out");
        }
      }
    }
    directions_ = std::move(found);
  }

  // The cosine of two such vectors is weight x cosine + (1 - weight) x Spearman's correlation of
  // their similarities to the corpus.
  bool give(std::span<const float> vector, const MatrixOf<double>& corpus,
            std::span<float> out) const {
    std::vector<double> direction(vector.begin(), vector.end());
    std::vector<double> cosines(corpus_.size());
    bool defined = scale_to_length_one(direction);
    for (std::size_t i = 0; i < cosines.size(); ++i) {
      cosines[i] = std::inner_product(direction.begin(), direction.end(), corpus[i].begin(), 0.0);
    }
    auto ranks = centred_ranks(cosines);
    defined = defined && scale_to_length_one(ranks);
    if (!defined) {
      std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
      return false;
    }
    for (double& x : ranks) x *= std::sqrt(1 - weight_);
    for (double& x : direction) x *= std::sqrt(weight_);
    std::ranges::transform(ranks, out.begin(), [](double x) { return static_cast<float>(x); });
    if (weight_ > 0) {
      std::ranges::transform(direction, out.subspan(ranks.size()).begin(),
                             [](double x) { return static_cast<float>(x); });
    }
    return true;
  }

  EncoderContext context_;
  std::string corpus_file_;
  double weight_ = 0;
  SubjectFiles files_;
  std::vector<Text> corpus_;
  std::unique_ptr<Encoder> encoder_;
  std::vector<Identity> views_;
  std::vector<MatrixOf<double>> directions_;  // a view each
};

}  // namespace

std::unique_ptr<Encoder> make_rank(const Spec& spec, const EncoderContext& context) {
  if (spec.location.empty()) {
    throw usage_error("'rank' needs an encoder", "for instance rank:minilm?corpus=sentences.txt");
  }
  return std::make_unique<RankEncoder>(spec, context);
}

}  // namespace sonde
