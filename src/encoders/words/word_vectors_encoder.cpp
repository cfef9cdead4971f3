#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "encoders/shared/kinds.h"
#include "encoders/words/sif.h"
#include "encoders/words/word_sentences.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

// Rounds to float. False, and NaN throughout, if no vector is left: all zero, or not finite.
bool give(std::span<const double> vector, std::span<float> out) {
  std::ranges::transform(vector, out.begin(), [](double x) { return static_cast<float>(x); });
  const bool finite = std::ranges::all_of(out, [](float x) { return std::isfinite(x); });
  const bool zero = vector.empty() || std::ranges::all_of(out, [](float x) { return x == 0; });
  if (finite && !zero) return true;
  std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
  return false;
}

Facts facts_of(WordSentences& sentences) {
  Facts facts;
  for (std::size_t i = 0; i < sentences.choice().files.size(); ++i) {
    const auto& file = sentences.vocabulary().file(i);
    const auto [words, duplicates, unreadable, others] = file.counts();
    facts.emplace_back("file", sentences.choice().files[i].filename().string());
    facts.emplace_back("format", file.form().name);
    facts.emplace_back("words", std::to_string(words));
    const auto add = [&](const char* what, std::uint64_t count) {
      if (count > 0) facts.emplace_back(what, std::to_string(count));
    };
    add("duplicate rows", duplicates);
    add("rows without a word in UTF-8", unreadable);
    add("rows of other languages", others);
  }
  facts.emplace_back("dimension", std::to_string(sentences.dimension()));
  add_facts(facts, sentences.choice());
  return facts;
}

Identity identity_of(WordSentences& sentences) {
  Hasher hasher;
  hasher.add(digest_of_choice(sentences.choice()));
  for (const Digest& digest : sentences.digests()) hasher.add(digest);
  Identity identity;
  identity.what = hasher.finish();
  identity.numerics = "sums in f64, Unicode " + unicode_version();  // words are folded by it
  identity.facts = facts_of(sentences);
  return identity;
}

class WordsEncoder : public Encoder {
 public:
  WordsEncoder(std::shared_ptr<WordSentences> sentences, Identity identity, SifFit sif)
      : sentences_(std::move(sentences)), identity_(std::move(identity)), sif_(std::move(sif)) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return sentences_->dimension(); }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    sentences_->each(texts, sif_.weights ? &*sif_.weights : nullptr,
                     [&](std::size_t text, const Remark& remark, std::span<double> vector) {
                       if (!vector.empty()) sif_.remove_component(vector);
                       remarks[text] = remark;
                       remarks[text].undefined = !give(vector, out[0][text]);
                     });
    sentences_->check_unchanged();
  }

  std::vector<std::string> unknown_words(const Text& text) const override {
    return sentences_->unknown_words(text);
  }

 private:
  std::shared_ptr<WordSentences> sentences_;
  Identity identity_;
  SifFit sif_;
};

class SifFitter : public EncoderFitter {
 public:
  SifFitter(std::shared_ptr<WordSentences> sentences, Identity identity)
      : sentences_(std::move(sentences)), identity_(std::move(identity)) {}

  void add(std::span<const Text> originals) override {
    for (const auto& text : originals) texts_.insert(text.text);
  }

  std::unique_ptr<Encoder> finish() override {
    return std::make_unique<WordsEncoder>(sentences_, identity_, fit_sif(*sentences_, texts_));
  }

 private:
  std::shared_ptr<WordSentences> sentences_;
  Identity identity_;
  std::set<std::string> texts_;
};

// To be fitted on each data set.
class UnfittedSif : public Encoder {
 public:
  UnfittedSif(std::shared_ptr<WordSentences> sentences, Identity identity)
      : sentences_(std::move(sentences)), identity_(std::move(identity)) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return 0; }
  void encode(std::span<const Text>, std::span<const Matrix<float>>, std::span<Remark>) override {
    throw usage_error("sif was not fitted", "name a file of texts: fit=FILE");
  }
  std::vector<std::string> unknown_words(const Text& text) const override {
    return sentences_->unknown_words(text);
  }
  std::unique_ptr<EncoderFitter> fitter() const override {
    return std::make_unique<SifFitter>(sentences_, identity_);
  }

 private:
  std::shared_ptr<WordSentences> sentences_;
  Identity identity_;
};

}  // namespace

std::unique_ptr<Encoder> make_words(const Spec& spec, const EncoderContext& context) {
  const auto sentences =
      std::make_shared<WordSentences>(choose_words(spec, context), context.resources);
  Identity identity = identity_of(*sentences);
  const auto& sif = sentences->choice().sif;
  if (!sif) return std::make_unique<WordsEncoder>(sentences, std::move(identity), SifFit{});
  if (sif->fit.empty() && sif->is_fitted_on_texts()) {
    return std::make_unique<UnfittedSif>(sentences, std::move(identity));
  }
  SifFit fit = sif->is_fitted_on_texts() ? fit_sif(*sentences, read_fitting_texts(sif->fit))
                                         : sif_without_texts(*sentences);
  identity.what = digest_of(identity.what, fit.texts);
  return std::make_unique<WordsEncoder>(sentences, std::move(identity), std::move(fit));
}

}  // namespace sonde
