#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/sentence_lines.h"
#include "base/default_model.h"
#include "base/default_text.h"
#include "base/output_file.h"
#include "formats/arrays/npy.h"
#include "run/items/unknown_words.h"
#include "run/plan.h"
#include "sonde/encoder.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Number of sentences whose vectors are in memory at once: few if they are wide.
std::size_t block_size(std::size_t dimension) {
  constexpr std::size_t kNumbers = std::size_t{1} << 23;
  return std::clamp<std::size_t>(kNumbers / dimension, 16, 4096);
}

// All sentences, packed: the header of the .npy needs their number first.
class Sentences {
 public:
  void add(std::string_view sentence) {
    packed_ += sentence;
    ends_.push_back(packed_.size());
  }
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(packed_).substr(begin, ends_[i] - begin);
  }

 private:
  std::string packed_;
  std::vector<std::size_t> ends_;
};

Sentences read_sentences(const std::string& file) {
  Sentences sentences;
  SentenceLines lines(file);
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) {
      throw input_error("an empty sentence", lines.place(), "remove the line");
    }
    sentences.add(line);
  }
  return sentences;
}

std::vector<Text> block_of(const Sentences& sentences, std::size_t first, std::size_t size,
                           Side side) {
  const std::size_t last = std::min(sentences.size(), first + size);
  std::vector<Text> texts;
  for (std::size_t i = first; i < last; ++i) texts.push_back({std::string(sentences[i]), side});
  return texts;
}

// Counts of sentences that their rows don't represent, or not whole.
struct Flaws {
  std::size_t cut = 0, undefined = 0, unknown = 0;

  void add(std::span<const Remark> remarks) {
    for (const auto& remark : remarks) {
      if (remark.kept < remark.tokens) ++cut;
      if (remark.undefined) ++undefined;
      if (remark.unknown > 0) ++unknown;
    }
  }
  void tell(std::size_t sentences) const {
    const auto line = [&](const char* what, std::size_t count) {
      if (count > 0)
        std::fprintf(stderr, "sonde: %s: %zu of %zu sentences\n", what, count, sentences);
    };
    line("cut at the length limit", cut);
    line("without a vector (nan)", undefined);
    line("with words that the vocabulary does not contain", unknown);
  }
};

// The sentences are the data set that an encoder is fitted on.
std::unique_ptr<Encoder> fitted_on(const Sentences& sentences, EncoderFitter& fitter) {
  std::unordered_set<std::string_view> seen;
  std::vector<Text> distinct;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (seen.insert(sentences[i]).second) distinct.push_back({std::string(sentences[i])});
  }
  fitter.add(distinct);
  return fitter.finish();
}

void write_counts(const UnknownWords& unknown, const std::string& file) {
  std::string lines;
  for (const auto& [count, word] : unknown.counts()) {
    lines += std::to_string(count) + '\t' + word + '\n';
  }
  write_output(file, kPlainOutput, false, "--unknown", lines);
}

struct Wanted {
  Side side = Side::kFirst;
  std::string unknown_file{};  // empty: unknown words are only counted
};

void encode_all(Encoder& encoder, const Sentences& sentences, const Wanted& wanted,
                std::ostream& out) {
  NpyWriter writer(out, sentences.size(), encoder.dimension());
  Flaws flaws;
  const bool lists_unknown = !wanted.unknown_file.empty();
  UnknownWords unknown(encoder);
  const std::size_t block = block_size(encoder.dimension());
  for (std::size_t first = 0; first < sentences.size(); first += block) {
    const auto texts = block_of(sentences, first, block, wanted.side);
    MatrixOf<float> vectors(texts.size(), encoder.dimension());
    std::vector<Remark> remarks(texts.size());
    const std::vector<Matrix<float>> views{vectors.view()};
    encoder.encode(texts, views, remarks);
    writer.append(std::as_const(vectors).view());
    flaws.add(remarks);
    for (std::size_t i = 0; lists_unknown && i < texts.size(); ++i) {
      if (remarks[i].unknown > 0) unknown.add(texts[i]);
    }
  }
  writer.finish();
  if (lists_unknown) write_counts(unknown, wanted.unknown_file);
  flaws.tell(sentences.size());
}

}  // namespace

int encode_command(std::vector<std::string> words, const Surroundings& surroundings) {
  std::string spec = kDefaultEncoder;
  std::string file;
  std::string side = "first";
  Wanted wanted;
  EncoderContext context{surroundings.resources, 0};
  context.note = [](const std::string& line) { say(line); };
  const auto app = option_parser(
      "encode",
      "Reads sentences, one per line, and writes their vectors to standard output as .npy "
      "(float32, one row per line): sonde encode texts.txt > vectors.npy");
  app->add_option("file", file, "the sentences; default or -: standard input");
  app->add_option("--encoder", spec, with_default("see `sonde list encoders`", spec));
  app->add_option("--side", side,
                  "first or second: which of an asymmetric encoder's two prompts to use");
  app->add_option("--unknown", wanted.unknown_file,
                  "write the words missing from the vocabulary to this new file: count, word");
  add_threads(*app, context.threads);
  parse(*app, std::move(words));
  if (side != "first" && side != "second")
    throw usage_error("unknown side '" + side + "'", "use first or second");
  if (surroundings.output_is_terminal) {
    throw usage_error("vectors are not for a terminal",
                      "write to a file: sonde encode > vectors.npy");
  }
  if (!wanted.unknown_file.empty()) {
    check_output(wanted.unknown_file, kPlainOutput, false, "--unknown");
  }
  RunPlan plan;
  plan.encoders = {parse_spec(spec)};
  check_kinds(plan);
  auto encoder = make_encoder(plan.encoders.front(), context);
  if (encoder->views().size() != 1) {
    throw usage_error("'" + spec + "' has several views", "name one layer and one pooling");
  }
  const Sentences sentences = read_sentences(file);
  if (const auto fitter = encoder->fitter()) encoder = fitted_on(sentences, *fitter);
  wanted.side = side == "first" ? Side::kFirst : Side::kSecond;
  encode_all(*encoder, sentences, wanted, std::cout);
  return 0;
}

}  // namespace sonde
