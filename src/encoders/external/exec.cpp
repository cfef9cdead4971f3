#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encoders/external/asked_encoder.h"
#include "encoders/external/command_files.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "outside/http/quoted_text.h"
#include "outside/programs/command_words.h"
#include "outside/programs/line_child.h"
#include "outside/programs/vector_protocol.h"
#include "sonde/error.h"
#include "text/invisible.h"

namespace sonde {
namespace {

constexpr std::int64_t kMostSeconds = 7 * 24 * 3600;

std::string without_folders(std::string_view word) {
  while (word.ends_with('/')) word.remove_suffix(1);
  return std::string(word.substr(word.find_last_of('/') + 1));
}

std::string_view side_name(Side side) { return side == Side::kFirst ? "first" : "second"; }

class ExecEncoder : public AskedEncoder {
 public:
  ExecEncoder(const Spec& spec, const EncoderContext& context)
      : files_(context.resources), child_options_{split_command(spec.location)} {
    Options options(spec);
    batch_ = options.count("batch", 64, 1, 4096);
    child_options_.patience =
        std::chrono::seconds(options.integer("timeout", 300, 1, kMostSeconds));
    dimension_ = options.count("dimension", 0, 1, kMostDimensions);
    identity_.sided = options.flag("sided", false);
    const std::string version = options.text("version", "");
    if (context.stop) child_options_.stop = context.stop;
    child_options_.note = context.note;
    options.done();
    read_command(version);
  }

  std::span<const Identity> views() const override {
    if (identity_.what == Digest()) identify();
    return AskedEncoder::views();
  }
  std::size_t slice() const override { return batch_; }

  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override {
    for (std::size_t first = 0; first < texts.size(); first += batch_) {
      const std::size_t count = std::min(batch_, texts.size() - first);
      encode_batch(texts.subspan(first, count), out[0].block(first, count),
                   remarks.subspan(first, count));
      std::vector<std::size_t> places(count);
      std::iota(places.begin(), places.end(), first);
      done(places);
    }
  }

 private:
  void encode_batch(std::span<const Text> batch, Matrix<float> out, std::span<Remark> remarks) {
    const VectorAnswer answer = ask(batch);
    files_.check_unchanged();
    const float* next = answer.numbers.data();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto row = out[i];
      remarks[i] = {};
      remarks[i].undefined = !answer.given[i] || is_invisible(batch[i].text);
      if (answer.given[i]) {
        std::copy_n(next, row.size(), row.begin());
        next += row.size();
      }
      if (remarks[i].undefined) leave_out(row, remarks[i]);
    }
  }

  // Reads the facts known without starting the program.
  void read_command(const std::string& version) {
    constexpr std::uint64_t kRevision = 2;  // changes when the same command gives other vectors
    const auto& words = child_options_.words;
    Hasher hasher;
    hasher.add("exec").add(kRevision).add(version).add(std::uint64_t{identity_.sided});
    hasher.add(std::uint64_t{words.size()});
    std::string command, files;
    for (const auto& word : words) {
      hasher.add(word);
      command += (command.empty() ? "" : " ") + without_folders(word);
    }
    const auto named = files_of_command(words);
    for (const auto& file : named.files) {
      hasher.add(files_.add(file));
      files += (files.empty() ? "" : ", ") + file.filename().string();
    }
    known_ = hasher.finish();
    if (version.empty() && !named.unseen.empty()) unseen_ = named.unseen.front();
    identity_.numerics = "unknown: another process";
    identity_.batch_dependent = true;  // for all that we know
    identity_.facts = {{"command", command}, {"files", files.empty() ? "none" : files}};
    if (!version.empty()) identity_.facts.emplace_back("version", version);
  }

  // The program reports its identity in its first reply. It is not started for that alone if its
  // dimension was given and its command names all files: then it may not report any.
  void identify() const {
    if (!said_ && (dimension_ == 0 || unseen_)) ask_first();
    if (!said_) said_ = "";
    identity_.what = digest_of(known_, *said_);
    if (!said_->empty()) {
      identity_.facts.emplace_back("identity", *said_);
    } else if (unseen_) {
      identity_.doubt =
          "what " + shown(*unseen_) +
          " stands for may change without sonde's knowledge, so vectors are stored for "
          "this run only; have the program say its identity, or give version=TEXT";
    }
  }

  void ask_first() const {
    const Text probe{std::string(kFirstText)};
    ask({&probe, 1});
  }

  std::size_t ask_dimension() const override {
    ask_first();
    return dimension_;
  }

  VectorAnswer ask(std::span<const Text> texts) const {
    std::vector<std::string_view> sentences, sides;
    for (const auto& text : texts) {
      sentences.emplace_back(text.text);
      if (identity_.sided) sides.push_back(side_name(text.side));
    }
    try {
      const bool is_first = !child_;
      if (is_first) child_ = std::make_unique<LineChild>(child_options_);
      VectorAnswer answer = checked(child_->ask(vector_request(sentences, sides)), sentences);
      check_identity(answer.identity, is_first);
      return answer;
    } catch (const Error&) {
      child_.reset();
      throw;
    }
  }

  VectorAnswer checked(const std::string& line, std::span<const std::string_view> texts) const {
    try {
      auto answer = read_vector_answer(line, texts, dimension_);
      dimension_ = answer.dimension;
      if (dimension_ > 0) return answer;
    } catch (const Error& error) {
      child_->reject(error.message(), error.advice());
    }
    child_->reject("returned no vector, so its dimension is unknown", "use dimension=N");
  }

  void check_identity(const std::string& says, bool is_first) const {
    if (!said_) said_ = says;
    if (says == *said_ || (says.empty() && !is_first)) return;
    if (said_->empty()) {
      child_->reject(
          "reports its identity " + shown(says) + ", which was not requested at the start",
          "report it in the first answer; without dimension=N it is always requested");
    }
    child_->reject(
        "reports a different identity than at first, " + shown(says) + ", not " + shown(*said_),
        "run again when it doesn't change");
  }

  SubjectFiles files_;
  LineChildOptions child_options_;
  std::size_t batch_ = 0;
  Digest known_;                             // the command and its files
  std::optional<std::string> unseen_;        // a word that may name a file which isn't in known_
  mutable std::optional<std::string> said_;  // the program's report of its identity (empty: none)
  mutable std::unique_ptr<LineChild> child_;
};

}  // namespace

std::unique_ptr<Encoder> make_exec(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<ExecEncoder>(spec, context);
}

}  // namespace sonde
