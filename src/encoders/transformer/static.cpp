#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "encoders/shared/kinds.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/folder_options.h"
#include "encoders/transformer/sentence_encoder.h"
#include "engine/models/static_folder.h"
#include "sonde/error.h"

namespace sonde {
namespace {

class StaticEncoder : public SentenceEncoder {
 public:
  StaticEncoder(const std::filesystem::path& location, const Spec& spec,
                const EncoderContext& context)
      : SentenceEncoder(context.resources), threads_(context.threads) {
    Options options(spec);
    const auto ignored = parse_ignored(options);
    folder_ = read_static_folder(location, options.text("tokenizer", ""), ignored);
    ignored.done();
    ModelFolder steps;
    steps.head = folder_.head;
    steps.assumed = folder_.assumed;
    assumed_ = told_assumptions(steps, spec);
    folder_.head = parse_head(options, steps);
    folder_.max_tokens = options.count("max_tokens", folder_.max_tokens, 1, INT32_MAX);
    options.done();
    add_view(identity());
  }

  std::size_t dimension() const override {
    std::size_t size = folder_.width;
    for (const auto& step : folder_.head) {
      if (const auto* truncate = std::get_if<TruncateFacts>(&step)) size = truncate->size;
    }
    return size;
  }

 private:
  std::unique_ptr<SentenceModel> load() const override {
    return load_static_model(folder_, threads_);
  }

  Identity identity() {
    constexpr std::uint64_t kRevision = 1;  // changes when the same files give other vectors
    const auto files = digest(folder_.files, [this](const std::filesystem::path& file) {
      return file == folder_.tokenizer ? "tokenizer"
                                       : file.lexically_relative(folder_.root).generic_string();
    });
    Identity identity;
    identity.what = digest_of("static", kRevision, kTokenizerVersion, files, folder_.form,
                              shown(folder_.head), static_cast<std::uint64_t>(folder_.max_tokens));
    identity.numerics = "sums in f64";
    identity.facts = {{"form", folder_.form},
                      {"tokens", std::to_string(folder_.tokens)},
                      {"dimension", std::to_string(dimension())},
                      {"length limit", std::to_string(folder_.max_tokens)},
                      {"normalize", normalizes(folder_.head) ? "true" : "false"}};
    if (!assumed_.empty()) identity.facts.emplace_back("assumed", assumed_);
    return identity;
  }

  StaticFolder folder_;
  std::string assumed_;
  std::size_t threads_;
};

}  // namespace

std::unique_ptr<Encoder> make_static(const Spec& spec, const EncoderContext& context) {
  const std::filesystem::path file(spec.location);
  const auto location = std::filesystem::is_regular_file(file)
                            ? file
                            : locate_model("static", spec.location, context.resources).folder;
  return std::make_unique<StaticEncoder>(location, spec, context);
}

}  // namespace sonde
