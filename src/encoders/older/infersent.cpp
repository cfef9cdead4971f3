// InferSent (Conneau and others, 2017): word vectors, an LSTM in both directions, and the greatest
// number of its states.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/cpu.h"
#include "encoders/older/recurrent_sentences.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "engine/recurrent/lstm.h"
#include "formats/words/word_vectors.h"
#include "sonde/error.h"
#include "text/treebank.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefixOfLstm = "enc_lstm.";
constexpr std::size_t kMostSentenceWords = 4096;  // per sentence

fs::path find_lstm(const std::string& location) {
  if (location.empty()) {
    throw usage_error("'infersent' needs a file of weights",
                      "write infersent:FILE.safetensors?words=FILE");
  }
  const fs::path file(location);
  return fs::is_directory(file) ? file / "model.safetensors" : file;
}

std::string words_file(Options& options) {
  const std::string file = options.text("words", "");
  if (!file.empty()) return file;
  throw usage_error("'infersent' needs the word vectors that it was trained with",
                    "name their file: words=glove.840B.300d.txt");
}

WordVectorOptions reading_of(const EncoderContext& context) {
  WordVectorOptions options;
  if (!context.resources.cache.empty()) options.cache = context.resources.cache / "words";
  options.threads = context.threads;
  return options;
}

// Joins negations like models.py of the authors, for tokens closer to those of Moses in version 2.
void join_negations(std::vector<std::string>& words) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] != "n't") continue;
    words[i - 1] += 'n';
    words[i] = "'t";
  }
}

class InferSentEncoder : public Encoder {
 public:
  InferSentEncoder(const Spec& spec, const EncoderContext& context)
      : InferSentEncoder(spec, Options(spec), context) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return dimension_; }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    if (!lstm_) load();
    std::vector<std::vector<std::uint32_t>> words;
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      words.push_back(known_words(texts[i].text, remarks[i]));
      steps.push_back(remarks[i].undefined ? 0 : words[i].size());
    }
    const auto read = [&](std::size_t sentence, const Matrix<float>& input) {
      for (std::size_t i = 0; i < input.rows(); ++i) vectors_.read(words[sentence][i], input[i]);
    };
    encode_sentences(*lstm_, pooling_ == "max" ? StatePooling::kMax : StatePooling::kMean,
                     {steps, read}, context_, out[0]);
    files_.check_unchanged();
  }

  std::vector<std::string> unknown_words(const Text& text) const override {
    std::vector<std::string> unknown;
    for (const auto& word : words_of(text.text)) {
      if (!vectors_.find(word)) unknown.push_back(word);
    }
    return unknown;
  }

 private:
  InferSentEncoder(const Spec& spec, Options options, const EncoderContext& context)
      : context_(context),
        file_(find_lstm(spec.location)),
        words_file_(words_file(options)),
        files_(context.resources),
        vectors_(words_file_, reading_of(context)) {
    version_ = static_cast<int>(options.integer("version", 1, 1, 2));
    pooling_ = options.choice("pooling", "max", {"mean"});
    split_ = options.choice("split", "nltk", {"spaces"});
    options.done();
    const Digest weights = files_.add(file_);
    const Digest words = files_.add(StampedFile{words_file_, vectors_.stamp()});
    const Weights names(file_, "");
    const auto size = Lstm::size_of(names, kPrefixOfLstm);
    if (size.input != vectors_.dimension()) {
      throw input_error("has words of " + counted(vectors_.dimension(), "number") +
                            ", but the LSTM takes " + std::to_string(size.input),
                        {words_file_.string()}, "name the word vectors that it was trained with");
    }
    dimension_ = size.output;
    identify(weights, words, names.parameters());
  }

  void load() {
    files_.check_unchanged();
    const Weights weights(file_, "");
    weights.check_finite(context_.threads);
    lstm_.emplace(weights, kPrefixOfLstm);
    files_.check_unchanged();
  }

  void identify(const Digest& weights, const Digest& words, std::size_t parameters) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same files give other vectors
    identity_.what = digest_of("infersent", kRevision, weights, words,
                               static_cast<std::uint64_t>(version_), pooling_, split_);
    identity_.numerics =
        "LSTM in f32, " + std::string(cpu_class()) + ", Unicode " + unicode_version();
    identity_.facts = {{"parameters", std::to_string(parameters)},
                       {"dimension", std::to_string(dimension_)},
                       {"words", words_file_.filename().string()},
                       {"version", std::to_string(version_)},
                       {"pooling", pooling_},
                       {"split", split_}};
  }

  std::vector<std::string> words_of(std::string_view text) const {
    if (split_ == "spaces") {
      std::vector<std::string_view> words;
      split_at_spaces(text, words);
      return {words.begin(), words.end()};
    }
    auto words = treebank_words(text);
    if (version_ == 2) join_negations(words);
    return words;
  }

  // Numbers in the file of vectors, including the sentence's begin and end marks if it has them.
  std::vector<std::uint32_t> known_words(std::string_view text, Remark& remark) const {
    std::vector<std::uint32_t> known;
    const auto add = [&](std::string_view word) {
      const auto number = vectors_.find(word);
      if (number) known.push_back(*number);
      return number.has_value();
    };
    const auto words = words_of(text);
    remark = {};
    remark.tokens = static_cast<std::uint32_t>(words.size());
    remark.kept = std::min<std::uint32_t>(remark.tokens, kMostSentenceWords);
    add(version_ == 1 ? "<s>" : "<p>");
    for (std::size_t i = 0; i < remark.kept; ++i) remark.unknown += !add(words[i]);
    add(version_ == 1 ? "</s>" : "</p>");
    remark.undefined = remark.unknown == remark.kept;
    return known;
  }

  EncoderContext context_;
  fs::path file_, words_file_;
  SubjectFiles files_;
  WordVectors vectors_;
  int version_ = 1;
  std::string pooling_, split_;
  std::size_t dimension_ = 0;
  Identity identity_;
  std::optional<Lstm> lstm_;
};

}  // namespace

std::unique_ptr<Encoder> make_infersent(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<InferSentEncoder>(spec, context);
}

}  // namespace sonde
