#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "engine/models/static_folder.h"
#include "engine/models/token_mean.h"
#include "formats/arrays/safetensors.h"
#include "sonde/error.h"

namespace sonde {
namespace {

class StaticModel : public TokenMean {
 public:
  StaticModel(const StaticFolder& folder, std::size_t threads)
      : TokenMean(Tokenizer::load(folder.tokenizer), Head(folder.head),
                  {.width = folder.width,
                   .max_tokens = folder.max_tokens,
                   .drops_unknown = folder.drops_unknown,
                   .threads = threads}),
        file_(folder.weights.string()),
        tensors_(Safetensors::open(folder.weights)) {
    const Tensor& table = vector_table(folder);
    table_ = {table.type, folder.tokens, folder.width, table.bytes};
    tokens_ = folder.tokens;
    if (folder.form != "Model2Vec") return;
    mapping_ = whole_numbers("mapping");
    if (mapping_) tokens_ = mapping_->shape[0];
    weights_ = list("weights");
    if (weights_ && (!is_floating(weights_->type) || weights_->shape[0] != tokens_)) {
      refuse("weights", "a number for each token");
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& name, const std::string& want) const {
    throw input_error("tensor '" + name + "' is not " + want, {file_},
                      "the model is damaged; fetch or export it again");
  }

  const Tensor& vector_table(const StaticFolder& folder) const {
    const Tensor* table = tensors_.find(folder.tensor);
    const bool readable =
        table != nullptr && (is_floating(table->type) || table->type == ElementType::kI8);
    if (!readable || table->shape != std::vector{folder.tokens, folder.width}) {
      refuse(folder.tensor, "a matrix of F32, F16, BF16, F64 or I8");
    }
    return *table;
  }

  const Tensor* list(const std::string& name) const {
    const Tensor* tensor = tensors_.find(name);
    if (tensor != nullptr && tensor->shape.size() != 1) refuse(name, "a list");
    return tensor;
  }

  const Tensor* whole_numbers(const std::string& name) const {
    const Tensor* tensor = list(name);
    if (tensor == nullptr) return nullptr;
    if (tensor->type != ElementType::kI64 && tensor->type != ElementType::kI32) {
      refuse(name, "of I64 or I32");
    }
    return tensor;
  }

  void add(std::int32_t id, std::span<double> sum) const override {
    if (id < 0 || static_cast<std::size_t>(id) >= tokens_) throw_lacking(id);
    const auto token = static_cast<std::size_t>(id);
    const double weight = weights_ ? static_cast<double>(number(*weights_, token)) : 1;
    std::vector<float> numbers(table_.columns);
    table_.read(row_of(token), numbers);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const double product = weight * static_cast<double>(numbers[i]);
      if (!std::isfinite(product)) {
        throw input_error("the vector of token " + std::to_string(id) + " is not finite", {file_},
                          "the model is damaged; fetch or export it again");
      }
      sum[i] += product;
    }
  }

  static float number(const Tensor& list, std::size_t at) {
    return read_float(list.type, list.bytes.data() + at * element_size(list.type));
  }

  std::size_t row_of(std::size_t token) const {
    if (mapping_ == nullptr) return token;
    const std::size_t size = element_size(mapping_->type);
    std::int64_t row = 0;  // little-endian, so that the lower half of an I64 is an I32
    std::memcpy(&row, mapping_->bytes.data() + token * size, size);
    if (row < 0 || static_cast<std::size_t>(row) >= table_.rows) {
      throw input_error("'mapping' gives token " + std::to_string(token) + " the row " +
                            std::to_string(row) + " of " + std::to_string(table_.rows),
                        {file_}, "the model is damaged; fetch or export it again");
    }
    return static_cast<std::size_t>(row);
  }

  std::string file_;
  Safetensors tensors_;
  StoredMatrix table_;
  std::size_t tokens_ = 0;
  const Tensor* mapping_ = nullptr;  // null: a token's row is its own
  const Tensor* weights_ = nullptr;  // null: all weigh 1
};

}  // namespace

std::unique_ptr<SentenceModel> load_static_model(const StaticFolder& folder, std::size_t threads) {
  return std::make_unique<StaticModel>(folder, threads);
}

}  // namespace sonde
