// Sent2Vec (Pagliardini, Gupta and Jaggi, 2018): the mean of the vectors of a sentence's words and
// word n-grams.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/threads.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "formats/words/fasttext.h"
#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

constexpr std::size_t kSentencesAtOnce = 64;  // per thread

class Sent2VecEncoder : public Encoder {
 public:
  Sent2VecEncoder(const Spec& spec, const EncoderContext& context)
      : threads_(context.threads),
        file_(spec.location),
        stamp_(file_stamp(file_.descriptor())),
        model_(read_sent2vec(file_)),
        files_(context.resources) {
    Options options(spec);
    lower_ = options.flag("lower", false);
    options.done();
    constexpr std::uint64_t kRevision = 1;  // changes when the same file gives other vectors
    identity_.what = digest_of("sent2vec", kRevision, files_.add(StampedFile{file_.name(), stamp_}),
                               static_cast<std::uint64_t>(lower_));
    identity_.numerics = "sums in f64, Unicode " + unicode_version();
    identity_.facts = {{"words", std::to_string(model_.words)},
                       {"dimension", std::to_string(model_.dimension)},
                       {"words of an n-gram", std::to_string(model_.words_of_ngram)},
                       {"lower", lower_ ? "true" : "false"}};
  }

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return model_.dimension; }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    if (rows_.empty()) read_words();
    parallel_for(texts.size(), kSentencesAtOnce, threads_,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                     remarks[i] = encode_one(texts[i].text, out[0][i]);
                   }
                 });
    files_.check_unchanged();
  }

 private:
  void read_words() {
    each_fasttext_word(file_, model_, [this](std::string_view word, std::uint64_t row) {
      rows_.emplace(std::string(word), row);
    });
  }

  Remark encode_one(const std::string& text, std::span<float> out) const {
    std::vector<std::string_view> words;
    const std::string spelled = lower_ ? lower_case(text) : text;
    split_at_spaces(spelled, words);
    std::vector<std::uint64_t> known;
    for (const auto word : words) {
      const auto found = rows_.find(std::string(word));
      if (found != rows_.end()) known.push_back(found->second);
    }
    Remark remark;
    remark.tokens = remark.kept = static_cast<std::uint32_t>(words.size());
    remark.unknown = static_cast<std::uint32_t>(words.size() - known.size());
    remark.undefined = known.empty();
    mean_of_rows(sent2vec_rows(model_, std::move(known)), out);
    return remark;
  }

  // NaN without rows.
  void mean_of_rows(const std::vector<std::uint64_t>& rows, std::span<float> out) const {
    std::vector<double> sum(out.size());
    const std::span bytes(reinterpret_cast<char*>(out.data()), out.size_bytes());
    for (const std::uint64_t row : rows) {
      const std::uint64_t place = model_.matrix + row * bytes.size();
      if (file_.read(place, bytes) != bytes.size()) {
        throw input_error("ends within a row", {file_.name()}, "fetch the file again");
      }
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(out[i]);
    }
    for (std::size_t i = 0; i < sum.size(); ++i) {
      out[i] = static_cast<float>(sum[i] / static_cast<double>(rows.size()));
      if (rows.empty() || std::isfinite(out[i])) continue;
      throw input_error("a number of its matrix is not finite", {file_.name()},
                        "fetch the file again");
    }
  }

  std::size_t threads_;
  PlainFile file_;
  FileStamp stamp_;
  FastTextFile model_;
  SubjectFiles files_;
  bool lower_ = false;
  Identity identity_;
  std::unordered_map<std::string, std::uint64_t> rows_;  // word -> row
};

}  // namespace

std::unique_ptr<Encoder> make_sent2vec(const Spec& spec, const EncoderContext& context) {
  if (spec.location.empty()) {
    throw usage_error("'sent2vec' needs a file", "write sent2vec:FILE.bin");
  }
  return std::make_unique<Sent2VecEncoder>(spec, context);
}

}  // namespace sonde
