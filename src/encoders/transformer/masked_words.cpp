#include "encoders/transformer/masked_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "encoders/shared/subject_files.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/folder_options.h"
#include "engine/graph/kernel_choice.h"
#include "engine/graph/transformer.h"
#include "engine/models/masked_model.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

// How vocabularies write the space before a word: that of bytes, and SentencePiece's.
constexpr std::array<std::string_view, 2> kSpaces{"\u0120", "\u2581"};

bool has_letters_alone(std::string_view word) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !word.empty() && std::ranges::all_of(word, is_letter);
}

// For a vocabulary that marks the beginnings of words, or else their continuations ("##ing").
class WholeWords {
 public:
  explicit WholeWords(const std::vector<FittingToken>& tokens) {
    for (const auto space : kSpaces) {
      const auto begins = [&](const FittingToken& one) { return one.token.starts_with(space); };
      if (std::ranges::any_of(tokens, begins)) space_ = space;
    }
  }

  // Empty if the token is not a word.
  std::string_view word(std::string_view token) const {
    if (!token.starts_with(space_)) return {};
    token.remove_prefix(space_.size());
    return has_letters_alone(token) ? token : std::string_view();
  }

 private:
  std::string_view space_;
};

class FolderGapFiller final : public GapFiller {
 public:
  FolderGapFiller(ModelFolder folder, const EncoderContext& context)
      : folder_(std::move(folder)), files_(context.resources) {
    options_.threads = context.threads;
    options_.kernels = kernels_named("own", folder_.transformer, options_.precision);
    constexpr std::uint64_t kRevision = 1;  // changes when the same files mean other words
    Hasher hasher;
    hasher.add("masked words").add(kRevision).add(kTokenizerVersion);
    const Weights weights(folder_.weights, folder_.transformer.family->prefix);
    auto files = folder_.files;
    std::ranges::copy(weights.files(), std::back_inserter(files));
    for (const auto& file : files) {
      hasher.add(file.path.lexically_relative(folder_.root).generic_string());
      hasher.add(files_.add(file));
    }
    identity_ = hasher.finish().hex() + ", " + numerics_of(options_);
  }

  std::string identity() const override { return identity_; }

  std::vector<std::string> fill(std::string_view before, std::string_view after,
                                std::size_t most) override {
    if (!model_) {
      files_.check_unchanged();
      model_ = load_masked_model(folder_, options_);
    }
    const auto tokens = model_->fill(before, after);
    const WholeWords whole(tokens);
    std::vector<std::string> words;
    for (const auto& [token, logit] : tokens) {
      if (words.size() == most) break;
      if (const auto word = whole.word(token); !word.empty()) words.emplace_back(word);
    }
    return words;
  }

 private:
  ModelFolder folder_;
  GraphOptions options_;
  SubjectFiles files_;
  std::string identity_;
  std::unique_ptr<MaskedModel> model_;
};

}  // namespace

std::unique_ptr<GapFiller> make_gap_filler(std::string_view spec, const EncoderContext& context) {
  const Spec parsed = parse_spec(spec);
  if (parsed.kind != "hf") {
    throw usage_error("'" + parsed.text + "' is not a masked language model",
                      "name a folder with its head for words: hf:FOLDER or hf:ORG/NAME");
  }
  Options options(parsed);
  const auto ignored = parse_ignored(options);
  options.done();
  const auto location = locate_model("hf", parsed.location, context.resources);
  auto folder = read_transformer_folder(location.folder, ignored);
  ignored.done();
  return std::make_unique<FolderGapFiller>(std::move(folder), context);
}

}  // namespace sonde
