// LASER (Artetxe and Schwenk, 2019): pieces of words in 93 languages, an LSTM of several layers in
// both directions, and the greatest number of its states.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "encoders/older/laser_tokens.h"
#include "encoders/older/recurrent_sentences.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"
#include "text/invisible.h"
#include "text/unicode.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefixOfLaser = "lstm.";
constexpr const char* kEmbeddings = "embed_tokens.weight";
constexpr std::size_t kMostPieces = 4096;  // per sentence, with its end

fs::path laser_folder(const std::string& location) {
  if (fs::is_directory(location)) return location;
  if (!location.empty()) {
    throw input_error("no such folder", {location}, "check the path");
  }
  throw usage_error("'laser' needs a folder",
                    "write laser:FOLDER (docs/reference/encoders/older.md)");
}

class LaserEncoder : public Encoder {
 public:
  LaserEncoder(const Spec& spec, const EncoderContext& context)
      : LaserEncoder(spec, Options(spec), context) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return size_.output; }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    load();
    std::vector<std::vector<std::uint32_t>> numbers;
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      numbers.push_back(numbers_of(texts[i].text, remarks[i]));
      remarks[i].undefined = is_invisible(texts[i].text);
      steps.push_back(remarks[i].undefined ? 0 : numbers.back().size());
    }
    const auto read = [&](std::size_t sentence, const Matrix<float>& input) {
      for (std::size_t i = 0; i < input.rows(); ++i) {
        std::copy_n(embeddings_.data() + numbers[sentence][i] * size_.input, size_.input,
                    input[i].begin());
      }
    };
    encode_sentences(*lstm_, StatePooling::kMax, {steps, read}, context_, out[0]);
    files_.check_unchanged();
  }

  std::optional<std::vector<Token>> tokens(const Text& text) override {
    load();
    std::vector<Token> tokens;
    for (auto& piece : tokens_->pieces(text.text)) {
      tokens.push_back({std::move(piece), false, tokens.size() + 1 < kMostPieces});
    }
    tokens.push_back({"</s>", true, true});
    return tokens;
  }

 private:
  LaserEncoder(const Spec& spec, Options options, const EncoderContext& context)
      : context_(context),
        language_(laser_language(options)),
        model_(laser_folder(spec.location) / "model.safetensors"),
        files_of_text_(laser_files(model_.parent_path(), language_)),
        files_(context.resources) {
    options.done();
    std::vector<Digest> digests;
    for (const auto& file : {model_, files_of_text_.dictionary, files_of_text_.codes,
                             files_of_text_.vocabulary, files_of_text_.prefixes}) {
      digests.push_back(files_.add(file));
    }
    const Weights names(model_, "");
    size_ = Lstm::size_of(names, kPrefixOfLaser);
    constexpr std::uint64_t kRevision = 1;  // changes when the same files give other vectors
    identity_.what = digest_of("laser", kRevision, digests[0], digests[1], digests[2], digests[3],
                               digests[4], language_);
    identity_.numerics =
        "LSTM in f32, " + std::string(cpu_class()) + ", Unicode " + unicode_version();
    identity_.facts = {{"parameters", std::to_string(names.parameters())},
                       {"dimension", std::to_string(size_.output)},
                       {"language", language_}};
  }

  void load() {
    if (lstm_) return;
    files_.check_unchanged();
    const Weights weights(model_, "");
    weights.check_finite(context_.threads);
    Lstm lstm(weights, kPrefixOfLaser);
    const Tensor* tensor = weights.find_any(kEmbeddings);
    const std::size_t rows = tensor == nullptr || tensor->shape.empty() ? 0 : tensor->shape.front();
    weights.find(kEmbeddings, {rows, size_.input});
    embeddings_ = weights.floats(kEmbeddings);
    tokens_.emplace(files_of_text_, language_, rows);
    files_.check_unchanged();
    lstm_.emplace(std::move(lstm));
  }

  // The numbers of the pieces that remain, and of the sentence's end.
  std::vector<std::uint32_t> numbers_of(std::string_view text, Remark& remark) const {
    const auto pieces = tokens_->pieces(text);
    remark = {};
    remark.tokens = static_cast<std::uint32_t>(pieces.size() + 1);
    remark.kept = std::min<std::uint32_t>(remark.tokens, kMostPieces);
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i + 1 < remark.kept; ++i) {
      const auto number = tokens_->number(pieces[i]);
      remark.unknown += !number;
      numbers.push_back(number.value_or(tokens_->unknown()));
    }
    numbers.push_back(tokens_->end());
    return numbers;
  }

  EncoderContext context_;
  std::string language_;
  fs::path model_;
  LaserFiles files_of_text_;
  SubjectFiles files_;
  Lstm::Size size_;
  Identity identity_;
  std::optional<Lstm> lstm_;
  std::vector<float> embeddings_;
  std::optional<LaserTokens> tokens_;
};

}  // namespace

std::unique_ptr<Encoder> make_laser(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<LaserEncoder>(spec, context);
}

}  // namespace sonde
