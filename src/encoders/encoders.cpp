#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/threads.h"
#include "encoders/shared/kinds.h"
#include "encoders/transformer/vector_parts.h"
#include "formats/utf8.h"
#include "sonde/encoder.h"
#include "sonde/error.h"

namespace sonde {

constexpr std::array<EncoderKind, 21> kKinds{{
    {"cohere", "cohere:?model=NAME", "Cohere's embeddings; options as openai: and task",
     make_served},
    {"exec", "exec:COMMAND", "a program of yours: texts in, vectors out, as lines of JSON",
     make_exec},
    {"google", "google:?model=NAME", "Google's (Gemini) embeddings; options as openai: and task",
     make_served},
    {"hf", "hf:FOLDER or hf:ORG/NAME",
     "a Hugging Face or sentence-transformers model; options: pooling, layer, precision, kernels, "
     "normalize, prompt, max_tokens, template, states",
     make_hf},
    {"infersent", "infersent:FILE?words=FILE",
     "word vectors and an LSTM in both directions; options: version, pooling, split",
     make_infersent},
    {"jina", "jina:?model=NAME", "Jina's embeddings; options as openai: and task", make_served},
    {"laser", "laser:FOLDER",
     "LASER: pieces of words and an LSTM of five layers; options: language", make_laser},
    {"minilm", "minilm", "all-MiniLM-L6-v2, the default, with the options of hf:", make_minilm},
    {"ollama", "ollama:?model=NAME or ollama:URL?model=NAME",
     "Ollama's own call; options as openai:", make_served},
    {"onnx", "onnx:FOLDER or onnx:FILE.onnx",
     "an ONNX model of token ids with its tokenizer.json; options: output, tokenizer, pooling, "
     "precision, normalize, prompt, max_tokens, template",
     make_onnx},
    {"openai", "openai:URL?model=NAME",
     "any server of /v1/embeddings; options: key_env, dimensions, encoding, prompt, query, "
     "document, batch, parallel, version and more (docs/reference/encoders/servers.md)",
     make_served},
    {"random", "random", "unit vectors that depend on nothing but the text", make_random},
    {"rank", "rank:ENCODER?corpus=FILE",
     "RankEncoder: the ranks of an encoder's similarities to the sentences of a corpus", make_rank},
    {"sent2vec", "sent2vec:FILE", "Sent2Vec's models: words and n-grams of words; options: lower",
     make_sent2vec},
    {"skipthought", "skipthought:FOLDER",
     "Skip-Thoughts: word vectors and gated recurrent units; options: model, normalize, split",
     make_skipthought},
    {"splade", "splade:FOLDER or splade:ORG/NAME",
     "a sparse encoder: a number per entry of the vocabulary; options: top, precision, kernels, "
     "prompt, max_tokens",
     make_splade},
    {"static", "static:FOLDER or static:ORG/NAME",
     "vectors of tokens: Model2Vec, WordLlama, StaticEmbedding; options: tokenizer, normalize, "
     "max_tokens",
     make_static},
    {"tfidf", "tfidf", "a bag of weighted words, fitted on each data set's original sentences",
     make_tfidf},
    {"vectors", "vectors:FILE?sentences=FILE", "a .npy or .safetensors file with its sentences",
     make_vectors},
    {"voyage", "voyage:?model=NAME", "Voyage's embeddings; options as openai: and task",
     make_served},
    {"words", "words:FILE or words:FILE+FILE", "word vectors, combined to sentence vectors",
     make_words},
}};

namespace {

// Rows may be added, so it is made at the first use.
std::vector<EncoderKind>& kinds() {
  static std::vector<EncoderKind> kinds(kKinds.begin(), kKinds.end());
  return kinds;
}

// The kind most likely meant by a file or folder without one. Empty if it is neither.
std::string_view kind_of_place(const std::string& name) {
  const auto extension = std::filesystem::path(name).extension();
  if (extension == ".npy" || extension == ".safetensors") return "vectors";
  if (extension == ".txt" || extension == ".vec" || extension == ".bin") return "words";
  if (extension == ".onnx") return "onnx";
  return name.find('/') == std::string::npos ? "" : "hf";
}

// Names of kinds that other programs have.
void refuse_foreign_kind(const std::string& name) {
  const auto refuse = [&](const char* advice) {
    throw usage_error("unknown encoder '" + name + "'", advice);
  };
  if (name == "http" || name == "https") {
    refuse("a model of the Hugging Face Hub is hf:ORG/NAME, a server openai:URL?model=NAME");
  }
  if (name != "gguf" && std::filesystem::path(name).extension() != ".gguf") return;
  refuse(
      "serve it, then name the server: llama-server -m FILE --embeddings --port 8080; "
      "openai:http://127.0.0.1:8080/v1?model=NAME");
}

// Options that are texts for a model. Bytes outside UTF-8 would become other characters.
void check_texts(const Spec& spec) {
  for (const char* key : {"prompt", "query", "document", "template"}) {
    const auto found = spec.options.find(key);
    if (found == spec.options.end() || find_invalid_utf8(found->second) == std::string::npos)
      continue;
    throw usage_error(std::string("option ") + key + "= of '" + spec.text + "' is not UTF-8",
                      "percent-encode the bytes of UTF-8: %C3%A9 is \u00e9");
  }
}

// The numbers of a sparse encoder belong to entries of the vocabulary, in no order of importance,
// and most are 0.
void refuse_parts_of_sparse(const Spec& spec) {
  if (spec.kind != "splade") return;
  throw usage_error("dims= and quantize= are for dense vectors, and splade: has sparse ones",
                    "write top=N to keep the N greatest numbers of each");
}

}  // namespace

void Encoder::encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                              std::span<Remark> remarks, const TextsDone& done) {
  encode(texts, out, remarks);
  std::vector<std::size_t> all(texts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  done(all);
}

std::span<const EncoderKind> encoder_kinds() { return kinds(); }

void add_encoder_kind(const EncoderKind& kind) {
  check_new(kinds(), "encoder", kind.name);
  kinds().push_back(kind);
}

const EncoderKind& find_encoder_kind(const std::string& name) {
  if (std::filesystem::path(name).extension() == ".py") {
    throw usage_error("unknown encoder '" + name + "'", "for a program: exec:python3 " + name);
  }
  refuse_foreign_kind(name);
  auto kind = kind_of_place(name);
  const bool is_kind = std::ranges::find(kinds(), name, &EncoderKind::name) != kinds().end();
  std::error_code error;
  if (!is_kind && kind.empty() && std::filesystem::is_directory(name, error)) kind = "hf";
  if (kind.empty()) return find_row(kinds(), "encoder", name);
  throw usage_error("unknown encoder '" + name + "'",
                    "did you mean '" + std::string(kind) + ":" + name + "'?");
}

std::unique_ptr<Encoder> make_encoder(const Spec& spec, const EncoderContext& context) {
  if (context.threads > kMostThreads) {
    throw usage_error("more than " + std::to_string(kMostThreads) + " threads",
                      "use 0 for all cores");
  }
  const auto& kind = find_encoder_kind(spec.kind);
  check_texts(spec);
  Spec whole = spec;
  const auto dims = whole.options.extract("dims"), quantize = whole.options.extract("quantize");
  if (!dims && !quantize) return kind.make(spec, context);
  refuse_parts_of_sparse(spec);
  auto parts = parse_parts(dims ? dims.mapped() : "all");
  auto ways = parse_quantised(quantize ? quantize.mapped() : "float");
  return encoder_of_parts(kind.make(whole, context), std::move(parts), std::move(ways));
}

}  // namespace sonde
