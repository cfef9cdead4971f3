#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/file_stamp.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/model_costs.h"
#include "encoders/transformer/folder_options.h"
#include "encoders/transformer/sentence_encoder.h"
#include "engine/graph/onnx_graph.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".onnx";

std::vector<fs::path> onnx_files(const fs::path& folder) {
  std::vector<fs::path> found;
  if (!fs::is_directory(folder)) return found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == kSuffix) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

// model.onnx, or the only one, in the folder or in its folder `onnx`, as exporters write them.
fs::path find_model(const fs::path& folder) {
  for (const auto& place : {folder, folder / "onnx"}) {
    if (fs::exists(place / "model.onnx")) return place / "model.onnx";
    const auto found = onnx_files(place);
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
      std::string names;
      for (const auto& file : found) names += " " + file.filename().string();
      throw input_error("has several models:" + names, {place.string()},
                        "name one: onnx:" + found.front().string());
    }
  }
  throw input_error("has no .onnx file", {folder.string()},
                    "for model.safetensors write hf:" + folder.string());
}

struct OnnxPlace {
  fs::path model;
  fs::path root;  // folder of its other files
};

// A file in a folder `onnx` belongs to the folder around that, as exporters write it.
OnnxPlace locate(const std::string& location) {
  if (location.empty()) throw usage_error("'onnx' needs a file or folder", "write onnx:FOLDER");
  const fs::path path(location);
  if (fs::is_directory(path)) return {find_model(path), path};
  if (!fs::exists(path))
    throw input_error("is neither a file nor a folder", {location},
                      "name an .onnx file, or a folder that has one");
  if (path.extension() != kSuffix) {
    throw input_error("is not an .onnx file", {location},
                      "name a file that ends in .onnx, or a folder");
  }
  const fs::path own = path.parent_path();
  const bool is_part = own.filename() == "onnx" && !fs::exists(own / "tokenizer.json");
  return {path, is_part ? own.parent_path() : own};
}

fs::path find_tokenizer(Options& options, const OnnxPlace& place) {
  const std::string named = options.text("tokenizer", "");
  const fs::path file = named.empty() ? place.root / "tokenizer.json" : fs::path(named);
  if (fs::is_regular_file(file)) return file;
  throw input_error("is missing", {file.string()},
                    "a model of token ids needs its tokenizer.json: name it with tokenizer=FILE");
}

class OnnxEncoder : public SentenceEncoder {
 public:
  OnnxEncoder(const OnnxPlace& place, const Spec& spec, const EncoderContext& context)
      : SentenceEncoder(context.resources) {
    Options options(spec);
    const bool pools = !options.text("pooling", "").empty();
    const OnnxWish wish{options.text("output", ""),
                        pools || fs::exists(place.root / "modules.json")};
    std::vector<StampedFile> files = files_of(place.model);
    graph_ = read_onnx_graph(place.model, wish);
    const auto ignored = parse_ignored(options);
    folder_ = read_onnx_folder(place.root, {find_tokenizer(options, place), graph_.size}, ignored);
    ignored.done();
    assumed_ = told_assumptions(folder_, spec);
    choose(options, context, pools);
    options.done();
    files.insert(files.end(), folder_.files.begin(), folder_.files.end());
    const auto place_of = [&](const fs::path& file) {
      return file.lexically_relative(place.root).generic_string();
    };
    const Digest all = digest(files, place_of);
    const auto costs = model_costs(place.root, files);
    for (const auto& poolings : options_.poolings) {
      Identity own = identity(all, poolings);
      own.facts.insert(own.facts.end(), costs.begin(), costs.end());
      add_view(std::move(own));
    }
  }

  std::size_t dimension() const override { return dimension_; }
  std::size_t slice() const override { return 64; }

 private:
  static std::vector<StampedFile> files_of(const fs::path& model) {
    std::vector<StampedFile> files{{model, file_stamp(model)}};
    for (auto& beside : onnx_weights_beside(model)) {
      const auto stamp = file_stamp(beside);
      files.push_back({std::move(beside), stamp});
    }
    return files;
  }

  void choose(Options& options, const EncoderContext& context, bool pools) {
    if (graph_.gives_states) {
      options_.poolings = parse_pooling(options, folder_);
    } else if (pools) {
      throw usage_error("the output '" + graph_.output + "' is a sentence's vector, not pooled");
    } else {  // the vector is in each token's place
      options_.poolings = {{Pooling::kCls}};
      folder_.head.clear();  // it is part of the model
    }
    options_.head = parse_head(options, folder_);
    options_.include_prompt = folder_.include_prompt;
    auto& frame = options_.frame;
    parse_prompts(options, folder_, frame);
    frame.mask_template = parse_template(options, options_.poolings);
    frame.mask_token = folder_.mask_token;
    frame.cuts_left = folder_.cuts_left;
    frame.max_tokens = parse_max_tokens(options, folder_);
    const auto precision = options.choice("precision", "f32", {"f32", "bf16"});
    options_.graph.precision = precision == "bf16" ? Precision::kBF16 : Precision::kF32;
    if (options_.graph.precision == Precision::kBF16) check_bf16();
    options_.graph.threads = context.threads;
    options_.stop = context.stop;
    dimension_ = vector_size(folder_, options_.poolings, options_.head);
  }

  std::unique_ptr<SentenceModel> load() const override {
    return load_onnx_model(folder_, graph_, options_);
  }

  Identity identity(const Digest& files, const Poolings& poolings) const {
    // Changes when the same files and options mean something else.
    constexpr std::uint64_t kRevision = 1;
    const auto number = [](std::size_t n) { return static_cast<std::uint64_t>(n); };
    const std::string pooling = graph_.gives_states ? joined(poolings) : "the model's";
    Identity identity;
    if (options_.poolings.size() > 1) identity.view = pooling_view(poolings);
    const Digest one = digest_of(
        "onnx", kRevision, kTokenizerVersion, files, graph_.output, pooling, shown(options_.head),
        options_.frame.prompt, options_.frame.mask_template, number(options_.frame.max_tokens),
        number(options_.include_prompt), number(folder_.tokenizer_settings.lower_case));
    identity.what = with_second_prompt(one, options_.frame);
    identity.numerics = library_numerics(options_.graph.precision);
    identity.facts = {{"parameters", std::to_string(graph_.parameters)},
                      {"dimension", std::to_string(dimension_)},
                      {"output", graph_.output},
                      {"pooling", pooling},
                      {"length limit", std::to_string(options_.frame.max_tokens)},
                      {"precision", std::string(name_of(options_.graph.precision))},
                      {"normalize", normalizes(options_.head) ? "true" : "false"}};
    tell_prompts(options_.frame, identity);
    if (graph_.gives_states && !assumed_.empty()) identity.facts.emplace_back("assumed", assumed_);
    return identity;
  }

  OnnxGraph graph_;
  ModelFolder folder_;
  SentenceOptions options_;
  std::size_t dimension_ = 0;
  std::string assumed_;
};

}  // namespace

std::unique_ptr<Encoder> make_onnx(const Spec& spec, const EncoderContext& context) {
  try {
    return std::make_unique<OnnxEncoder>(locate(spec.location), spec, context);
  } catch (const fs::filesystem_error& error) {
    throw input_error("cannot be read: " + error.code().message(), {error.path1().string()},
                      "check the path and its permissions");
  }
}

}  // namespace sonde
