#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "encoders/kinds.h"
#include "encoders/subject_files.h"
#include "outside/command_words.h"
#include "outside/line_child.h"
#include "outside/vector_protocol.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostSeconds = 7 * 24 * 3600;
constexpr std::string_view kProbeText = "A sentence.";  // where only the dimension is wanted

// The file that a word names, as it stands or behind a '='; empty for none.
fs::path file_in(std::string_view word) {
  for (const auto& part : {word, word.substr(word.find('=') + 1)}) {
    std::error_code ignored;
    if (fs::is_regular_file(part, ignored)) return part;
  }
  return {};
}

std::string without_folders(std::string_view word) {
  while (word.ends_with('/')) word.remove_suffix(1);
  return std::string(word.substr(word.find_last_of('/') + 1));
}

std::string_view side_name(Side side) { return side == Side::kFirst ? "first" : "second"; }

class ExecEncoder : public Encoder {
 public:
  ExecEncoder(const Spec& spec, const EncoderContext& context)
      : files_(context.resources), child_options_{split_command(spec.location)} {
    Options options(spec);
    batch_ = static_cast<std::size_t>(options.integer("batch", 64, 1, 4096));
    child_options_.patience =
        std::chrono::seconds(options.integer("timeout", 300, 1, kMostSeconds));
    dimension_ =
        static_cast<std::size_t>(options.integer("dimension", 0, 1, std::int64_t{kMostDimensions}));
    identity_.sided = options.flag("sided", false);
    const std::string version = options.text("version", "");
    if (context.stop) child_options_.stop = context.stop;
    options.done();
    identify(version);
  }

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t slice() const override { return batch_; }

  std::size_t dimension() const override {
    const Text probe{std::string(kProbeText)};
    if (dimension_ == 0) ask({&probe, 1});
    return dimension_;
  }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    encode_in_parts(texts, out, remarks, [](auto) {});
  }

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
      remarks[i].undefined = !answer.given[i];
      if (answer.given[i]) {
        std::copy_n(next, row.size(), row.begin());
        next += row.size();
      } else {
        std::ranges::fill(row, std::numeric_limits<float>::quiet_NaN());
      }
    }
  }

  // What the command itself uses (modules, models, a service) nobody can see from here: for
  // that is `version`.
  void identify(const std::string& version) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same command gives other vectors
    const auto& words = child_options_.words;
    Hasher hasher;
    hasher.add("exec").add(kRevision).add(version).add(std::uint64_t{identity_.sided});
    hasher.add(std::uint64_t{words.size()});
    std::string command, files;
    for (std::size_t i = 0; i < words.size(); ++i) {
      hasher.add(words[i]);
      command += (i == 0 ? "" : " ") + without_folders(words[i]);
      const bool searched = i == 0 && words[i].find('/') == std::string::npos;
      const fs::path file = searched ? fs::path() : file_in(words[i]);
      if (file.empty()) continue;
      hasher.add(files_.add(file));
      files += (files.empty() ? "" : ", ") + file.filename().string();
    }
    identity_.what = hasher.finish();
    identity_.numerics = "unknown: another process";
    identity_.batch_dependent = true;  // for all that we know
    identity_.facts = {{"command", command}, {"files", files.empty() ? "none" : files}};
    if (!version.empty()) identity_.facts.emplace_back("version", version);
  }

  VectorAnswer ask(std::span<const Text> texts) const {
    std::vector<std::string_view> sentences, sides;
    for (const auto& text : texts) {
      sentences.emplace_back(text.text);
      if (identity_.sided) sides.push_back(side_name(text.side));
    }
    try {
      if (!child_) child_ = std::make_unique<LineChild>(child_options_);
      return checked(child_->ask(vector_request(sentences, sides)), sentences);
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
    child_->reject("gave no vector from which its dimension could be known", "say dimension=N");
  }

  SubjectFiles files_;
  LineChildOptions child_options_;
  std::size_t batch_ = 0;
  Identity identity_;
  // Both are known after the first answer, which dimension() may have to ask for.
  mutable std::size_t dimension_ = 0;
  mutable std::unique_ptr<LineChild> child_;
};

}  // namespace

std::unique_ptr<Encoder> make_exec(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<ExecEncoder>(spec, context);
}

}  // namespace sonde
