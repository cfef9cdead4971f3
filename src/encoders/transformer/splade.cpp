#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "encoders/shared/kinds.h"
#include "encoders/shared/model_costs.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/folder_options.h"
#include "encoders/transformer/sentence_encoder.h"
#include "engine/folders/sparse_folder.h"
#include "engine/graph/transformer.h"
#include "engine/models/word_head.h"

namespace sonde {
namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 30;

// Vectors have a number per entry of the vocabulary, nearly all 0.
class SpladeEncoder : public SentenceEncoder {
 public:
  SpladeEncoder(const ModelLocation& location, const Spec& spec, const EncoderContext& context)
      : SentenceEncoder(context.resources) {
    Options options(spec);
    const auto ignored = parse_ignored(options);
    folder_ = read_sparse_folder(location.folder, ignored);
    ignored.done();
    const ModelFolder& model = folder_.model;
    const Weights weights(model.weights, model.transformer.family->prefix);
    word_head_tensors(model.transformer, weights);  // a folder without a head is refused here
    options_.poolings = {{}};
    options_.stop = context.stop;
    options_.frame.cuts_left = model.cuts_left;
    parse_prompts(options, model, options_.frame);
    options_.frame.max_tokens = parse_max_tokens(options, model);
    options_.graph = parse_graph(options, model, weights, context.threads);
    auto& most = folder_.pooling.most;
    most = options.count("top", std::min(most, kMostKept), 1, kMostKept);
    options.done();
    add_view(identity(weights, spec, location.found_in));
  }

  std::size_t dimension() const override { return folder_.model.transformer.vocabulary; }

  std::size_t slice() const override { return 128; }

 private:
  std::unique_ptr<SentenceModel> load() const override {
    return load_sparse_model(folder_, options_);
  }

  Identity identity(const Weights& weights, const Spec& spec, const std::string& found_in) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same files give other vectors
    const ModelFolder& model = folder_.model;
    const auto number = [](std::size_t n) { return static_cast<std::uint64_t>(n); };
    auto files = model.files;
    for (auto& file : weights.files()) files.push_back(std::move(file));
    const Digest content = digest(files, [&](const std::filesystem::path& file) {
      return file.lexically_relative(model.root).generic_string();
    });
    Identity identity;
    const Digest one = digest_of(
        "splade", kRevision, kTokenizerVersion, content, number(folder_.pooling.sum),
        number(folder_.pooling.twice), number(folder_.pooling.most), options_.frame.prompt,
        number(options_.frame.max_tokens), number(model.tokenizer_settings.lower_case));
    identity.what = with_second_prompt(one, options_.frame);
    identity.numerics = numerics_of(options_.graph);
    identity.facts = facts(weights.parameters());
    if (!found_in.empty()) identity.facts.emplace_back("found in", found_in);
    for (auto& cost : model_costs(model.root, files)) identity.facts.push_back(std::move(cost));
    const std::string assumed = told_assumptions(model, spec);
    if (!assumed.empty()) identity.facts.emplace_back("assumed", assumed);
    tell_prompts(options_.frame, identity);
    return identity;
  }

  std::vector<std::pair<std::string, std::string>> facts(std::size_t parameters) const {
    const TransformerConfig& transformer = folder_.model.transformer;
    const SparsePooling& pooling = folder_.pooling;
    std::vector<std::pair<std::string, std::string>> facts{
        {"kind", "sparse: a number per entry of the vocabulary"},
        {"family", std::string(transformer.family->model_type)},
        {"parameters", std::to_string(parameters)},
        {"dimension", std::to_string(dimension())},
        {"layers", std::to_string(transformer.layers)},
        {"pooling", std::string(pooling.sum ? "sum" : "max") + " of log(1 + " +
                        (pooling.twice ? "log(1 + x))" : "x)")},
        {"length limit", std::to_string(options_.frame.max_tokens)},
        {"precision", std::string(name_of(options_.graph.precision))}};
    if (pooling.most < dimension()) facts.emplace_back("top", std::to_string(pooling.most));
    return facts;
  }

  SparseFolder folder_;
  SentenceOptions options_;
};

}  // namespace

std::unique_ptr<Encoder> make_splade(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<SpladeEncoder>(locate_model("splade", spec.location, context.resources),
                                         spec, context);
}

}  // namespace sonde
