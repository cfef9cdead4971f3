// Skip-Thoughts (Kiros and others, 2015): word vectors and gated recurrent units, which were
// trained to foretell the sentences around one.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/cpu.h"
#include "base/parse.h"
#include "encoders/older/recurrent_sentences.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "engine/recurrent/gru.h"
#include "formats/arrays/matrix_file.h"
#include "formats/lines.h"
#include "sonde/error.h"
#include "text/invisible.h"
#include "text/treebank.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostThoughtWords = 4096;  // per sentence
constexpr std::string_view kUnknownThought = "UNK";

// One of the two networks, with separate word vectors.
struct ThoughtPart {
  std::string prefix;  // prefix of its weights' names
  fs::path file;       // its word vectors
  MatrixFile words;
  Gru::Size size{};
  std::optional<Gru> gru{};
};

class SkipThoughtEncoder : public Encoder {
 public:
  SkipThoughtEncoder(const Spec& spec, const EncoderContext& context)
      : SkipThoughtEncoder(spec, Options(spec), context) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return dimension_; }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    load();
    std::vector<std::vector<std::uint32_t>> rows;
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      rows.push_back(rows_of(texts[i].text, remarks[i]));
      steps.push_back(rows.back().size());
    }
    std::size_t offset = 0;
    for (const auto& part : parts_) {
      const auto read = [&](std::size_t sentence, const Matrix<float>& input) {
        for (std::size_t i = 0; i < input.rows(); ++i) read_word(part, rows[sentence][i], input[i]);
      };
      MatrixOf<float> states(texts.size(), part.size.output);
      encode_sentences(*part.gru, {steps, read}, context_, states.view());
      for (std::size_t i = 0; i < texts.size(); ++i) {
        put(states[i], out[0][i].subspan(offset, part.size.output));
      }
      offset += part.size.output;
    }
    files_.check_unchanged();
  }

  std::vector<std::string> unknown_words(const Text& text) const override {
    auto words = words_of(text.text);
    std::erase_if(words, [&](const auto& word) { return numbers_.contains(word); });
    return words;
  }

 private:
  SkipThoughtEncoder(const Spec& spec, Options options, const EncoderContext& context)
      : context_(context), folder_(spec.location), files_(context.resources) {
    if (!fs::is_directory(folder_)) {
      throw spec.location.empty()
          ? usage_error("'skipthought' needs a folder", "write skipthought:FOLDER")
          : input_error("no such folder", {spec.location}, "check the path");
    }
    const std::string model = options.choice("model", "combine", {"uni", "bi"});
    normalize_ = options.flag("normalize", true);
    split_ = options.choice("split", "nltk", {"spaces"});
    options.done();
    std::vector<Digest> digests{files_.add(model_file()), files_.add(dictionary())};
    const Weights names(model_file(), "");
    for (const std::string name : {"uni", "bi"}) {
      if (model == "combine" || model == name) digests.push_back(add_part(name, names));
    }
    read_dictionary();
    identify(digests, model, names.parameters());
  }

  fs::path model_file() const { return folder_ / "model.safetensors"; }
  fs::path dictionary() const { return folder_ / "dictionary.txt"; }

  Digest add_part(const std::string& name, const Weights& names) {
    const fs::path file = folder_ / (name.substr(0, 1) + "table.npy");
    const Digest digest = files_.add(file);
    ThoughtPart part{name + ".", file, MatrixFile(file)};
    part.size = Gru::size_of(names, part.prefix);
    if (part.size.input != part.words.columns()) {
      throw input_error("has words of " + counted(part.words.columns(), "number") +
                            ", but the network takes " + std::to_string(part.size.input),
                        {file.string()}, "the folder's files do not match");
    }
    dimension_ += part.size.output;
    parts_.push_back(std::move(part));
    return digest;
  }

  // A word a line, those of the rows of the tables. As there, the last counts of equal ones.
  void read_dictionary() {
    LineReader lines(dictionary());
    std::string_view line;
    std::uint32_t rows = 0;
    while (lines.next(line)) numbers_.insert_or_assign(std::string(trimmed(line)), rows++);
    for (const auto& part : parts_) {
      if (part.words.rows() == rows) continue;
      throw input_error("has " + counted(part.words.rows(), "row") + ", but dictionary.txt " +
                            counted(rows, "word"),
                        {part.file.string()}, "the folder's files do not match");
    }
    const auto unknown = numbers_.find(std::string(kUnknownThought));
    if (unknown == numbers_.end()) {
      throw input_error("has no word 'UNK'", {dictionary().string()},
                        "take the dictionary that was published with the tables");
    }
    unknown_ = unknown->second;
  }

  void identify(const std::vector<Digest>& digests, const std::string& model,
                std::size_t parameters) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same files give other vectors
    identity_.what = digest_of("skipthought", kRevision, digests[0], digests[1], digests[2],
                               digests.back(), model, std::uint64_t{normalize_}, split_);
    identity_.numerics =
        "GRU in f32, " + std::string(cpu_class()) + ", Unicode " + unicode_version();
    identity_.facts = {{"parameters", std::to_string(parameters)},
                       {"dimension", std::to_string(dimension_)},
                       {"model", model},
                       {"normalize", normalize_ ? "true" : "false"},
                       {"split", split_}};
  }

  void load() {
    if (parts_.front().gru) return;
    files_.check_unchanged();
    const Weights weights(model_file(), "");
    weights.check_finite(context_.threads);
    std::vector<Gru> networks;
    for (const auto& part : parts_) networks.emplace_back(weights, part.prefix);
    files_.check_unchanged();
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].gru = std::move(networks[i]);
  }

  std::vector<std::string> words_of(std::string_view text) const {
    if (split_ == "nltk") return treebank_words(text);
    std::vector<std::string_view> words;
    split_at_spaces(text, words);
    return {words.begin(), words.end()};
  }

  std::vector<std::uint32_t> rows_of(std::string_view text, Remark& remark) const {
    const auto words = is_invisible(text) ? std::vector<std::string>() : words_of(text);
    remark = {};
    remark.tokens = static_cast<std::uint32_t>(words.size());
    remark.kept = std::min<std::uint32_t>(remark.tokens, kMostThoughtWords);
    remark.undefined = words.empty();
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < remark.kept; ++i) {
      const auto found = numbers_.find(words[i]);
      remark.unknown += found == numbers_.end();
      rows.push_back(found == numbers_.end() ? unknown_ : found->second);
    }
    return rows;
  }

  static void read_word(const ThoughtPart& part, std::uint32_t row, std::span<float> out) {
    part.words.read(row, out);
    if (std::ranges::all_of(out, [](float x) { return std::isfinite(x); })) return;
    throw input_error("row " + std::to_string(row) + " has a number that is not finite",
                      {part.file.string()}, "take the table that was published");
  }

  void put(std::span<const float> state, std::span<float> out) const {
    double squares = 0;
    for (const float x : state) squares += static_cast<double>(x) * static_cast<double>(x);
    const double length = normalize_ && squares > 0 ? std::sqrt(squares) : 1;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<float>(static_cast<double>(state[i]) / length);
    }
  }

  EncoderContext context_;
  fs::path folder_;
  SubjectFiles files_;
  std::vector<ThoughtPart> parts_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // row numbers
  std::uint32_t unknown_ = 0;
  bool normalize_ = true;
  std::string split_;
  std::size_t dimension_ = 0;
  Identity identity_;
};

}  // namespace

std::unique_ptr<Encoder> make_skipthought(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<SkipThoughtEncoder>(spec, context);
}

}  // namespace sonde
