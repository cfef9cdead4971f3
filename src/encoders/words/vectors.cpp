#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/counted.h"
#include "base/memory.h"
#include "base/parse.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "encoders/words/sentence_rows.h"
#include "formats/arrays/matrix_file.h"
#include "formats/arrays/packed_signs.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::string name_of(ElementType type) {
  switch (type) {
    case ElementType::kF64:
      return "float64";
    case ElementType::kF16:
      return "float16";
    case ElementType::kBF16:
      return "bfloat16";
    case ElementType::kI8:
      return "int8";
    case ElementType::kU8:
      return "uint8";
    default:
      return "float32";
  }
}

fs::path sentences_of(const Spec& spec, Options& options) {
  if (spec.location.empty()) {
    throw usage_error("'vectors' needs a file", "write vectors:emb.npy?sentences=sentences.txt");
  }
  const std::string sentences = options.text("sentences", "");
  if (!sentences.empty()) return sentences;
  throw usage_error("'" + spec.text + "' does not name the sentences of these vectors",
                    "name the file of their sentences, one per line: sentences=FILE");
}

// A run holds vectors of one block twice, and more than one vector in any case.
void check_room_for(const MatrixFile& matrix, const fs::path& file) {
  constexpr std::size_t kBlockRows = 16, kCopies = 2;
  const double needed = static_cast<double>(std::min(matrix.rows(), kBlockRows)) * kCopies *
                        static_cast<double>(matrix.columns()) * sizeof(float);
  const auto available = static_cast<double>(available_memory());
  if (needed <= available) return;
  const auto gibibytes = [](double bytes) {
    return printed(std::round(bytes / (1 << 30) * 10) / 10) + " GiB";
  };
  throw input_error("has rows of " + counted(matrix.columns(), "number") + ": a run would take " +
                        gibibytes(needed) + " of memory, and " + gibibytes(available) + " are free",
                    {file.string()}, "does it have one row per sentence?");
}

class VectorsEncoder : public Encoder {
 public:
  VectorsEncoder(const Spec& spec, const EncoderContext& context)
      : VectorsEncoder(spec, Options(spec), context) {}

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override {
    return matrix_.columns() * (is_packed(encoding_) ? kSignsOfByte : 1);
  }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    load();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto row = rows_->find(texts[i].text);
      remarks[i] = {};
      remarks[i].undefined = !row;
      if (row) {
        read(*row, out[0][i]);
      } else {
        std::ranges::fill(out[0][i], std::numeric_limits<float>::quiet_NaN());
      }
    }
    files_.check_unchanged();
  }

 private:
  VectorsEncoder(const Spec& spec, Options options, const EncoderContext& context)
      : file_(spec.location),
        sentences_(sentences_of(spec, options)),
        encoding_(
            options.choice("encoding", "float", {"float", "int8", "uint8", "binary", "ubinary"})),
        files_(context.resources),
        matrix_(
            file_, options.text("tensor", ""),
            encoding_ == "float" ? MatrixFile::Numbers::kFloating : MatrixFile::Numbers::kBytes) {
    options.done();
    check_room_for(matrix_, file_);
    check_encoding();
    constexpr std::uint64_t kRevision = 1;  // changes when the same files give other vectors
    Hasher hasher;
    hasher.add("vectors").add(kRevision).add(matrix_.tensor());
    for (const auto& file : matrix_.files()) hasher.add(files_.add(file));
    hasher.add(files_.add(sentences_));
    if (is_packed(encoding_)) hasher.add(encoding_);
    files_.check_unchanged();
    identity_.what = hasher.finish();
    identity_.numerics = "as stored";
    identity_.facts = {
        {"rows", std::to_string(matrix_.rows())},
        {"dimension", std::to_string(matrix_.columns())},
        {"numbers", is_packed(encoding_) ? "signs, packed in " + name_of(matrix_.type())
                                         : name_of(matrix_.type())}};
    if (!matrix_.tensor().empty()) identity_.facts.emplace_back("tensor", matrix_.tensor());
  }

  void check_encoding() const {
    const bool is_signed = encoding_ == "int8" || encoding_ == "binary";
    const ElementType wanted = is_signed ? ElementType::kI8 : ElementType::kU8;
    if (encoding_ == "float" || matrix_.type() == wanted) return;
    throw input_error(
        "holds " + name_of(matrix_.type()) + ", not " + name_of(wanted), {file_.string()},
        "write encoding=" + std::string(is_packed(encoding_) ? (is_signed ? "ubinary" : "binary")
                                                             : name_of(matrix_.type())));
  }

  void load() {
    if (rows_) return;
    files_.check_unchanged();
    SentenceRows rows(sentences_);
    if (rows.size() != matrix_.rows()) {
      throw input_error("has " + counted(rows.size(), "line") + ", but " + file_.string() +
                            " has " + counted(matrix_.rows(), "row"),
                        {sentences_.string()}, "give one sentence per line for each row");
    }
    rows.for_each_repetition(
        [this](std::uint64_t first, std::uint64_t again) { check_equal(first, again); });
    rows_ = std::move(rows);
  }

  // Two different vectors of one sentence make its vector ambiguous.
  void check_equal(std::uint64_t first, std::uint64_t again) const {
    std::vector<float> one(matrix_.columns()), other(matrix_.columns());
    matrix_.read(first, one);
    matrix_.read(again, other);
    if (one == other) return;
    throw input_error("the sentence of line " + std::to_string(first + 1) +
                          " is repeated here with a different row",
                      {sentences_.string(), again + 1}, "remove one of the two, and its row");
  }

  void read(std::uint64_t row, std::span<float> out) const {
    if (is_packed(encoding_)) {
      std::vector<float> bytes(matrix_.columns());
      matrix_.read(row, bytes);
      unpack_signs(bytes, encoding_, out);
      return;
    }
    matrix_.read(row, out);
    if (std::ranges::all_of(out, [](float x) { return std::isfinite(x); })) return;
    throw input_error("row " + std::to_string(row + 1) +
                          " has a number that is not finite in float32; its sentence is " +
                          sentences_.string() + ":" + std::to_string(row + 1),
                      {file_.string()},
                      "remove the row and its sentence; a sentence without a vector is undefined");
  }

  fs::path file_, sentences_;
  std::string encoding_;
  SubjectFiles files_;
  MatrixFile matrix_;
  Identity identity_;
  std::optional<SentenceRows> rows_;
};

}  // namespace

std::unique_ptr<Encoder> make_vectors(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<VectorsEncoder>(spec, context);
}

}  // namespace sonde
