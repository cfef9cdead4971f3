#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "base/threads.h"
#include "engine/weights/lora.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kRoot = "base_model.model.";
constexpr std::size_t kRowsAtOnce = 16;  // per thread

// Rows x inner and inner x columns, whose product changes a matrix.
struct Product {
  std::vector<float> left;
  std::vector<float> right;
  std::size_t rows = 0, inner = 0, columns = 0;
};

std::vector<float> transposed(std::span<const float> matrix, std::size_t columns) {
  const std::size_t rows = matrix.size() / columns;
  std::vector<float> out(matrix.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) out[c * rows + r] = matrix[r * columns + c];
  }
  return out;
}

// A row at a time, each by itself, so that threads make no difference.
void add(const Product& product, float scale, std::size_t threads, std::vector<float>& matrix) {
  parallel_for(product.rows, kRowsAtOnce, threads, [&](std::size_t first, std::size_t last) {
    std::vector<float> sum(product.columns);
    for (std::size_t row = first; row < last; ++row) {
      std::ranges::fill(sum, 0.0F);
      for (std::size_t k = 0; k < product.inner; ++k) {
        const float factor = product.left[row * product.inner + k];
        const float* from = product.right.data() + k * product.columns;
        for (std::size_t c = 0; c < product.columns; ++c) sum[c] += factor * from[c];
      }
      float* to = matrix.data() + row * product.columns;
      for (std::size_t c = 0; c < product.columns; ++c) to[c] += scale * sum[c];
    }
  });
}

bool ends_in_module(std::string_view path, std::string_view name) {
  if (!path.ends_with(name)) return false;
  return path.size() == name.size() || path[path.size() - name.size() - 1] == '.';
}

class Merge {
 public:
  Merge(const LoraFacts& lora, Weights& weights, std::size_t threads)
      : lora_(lora), adapter_(lora.weights, ""), weights_(weights), threads_(threads) {}

  void run() {
    adapter_.check_finite(threads_);
    for (const auto& name : adapter_.names()) sort(name);
    if (modules_.empty() && tables_.empty()) {
      throw input_error("has no weights of LoRA", {adapter_.file()}, "fetch the adapter again");
    }
    check_targets();
    for (const auto& name : whole_) put_whole(name);
    for (const auto& module : modules_) {
      merge(module, ".lora_A.weight", ".lora_B.weight", lora_.transposed);
    }
    // In the embedding, A has a column per token.
    for (const auto& table : tables_) merge(table, ".lora_embedding_A", ".lora_embedding_B", true);
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
    throw input_error(what, {adapter_.file()}, hint);
  }

  // Sorts by the role in its name.
  void sort(const std::string& name) {
    if (!name.starts_with(kRoot)) {
      refuse("tensor '" + name + "' is not of PEFT's form", "save the adapter with PEFT");
    }
    for (const std::string_view end : {".lora_A.weight", ".lora_B.weight"}) {
      if (name.ends_with(end)) return add_module(name, end, modules_);
    }
    for (const std::string_view end : {".lora_embedding_A", ".lora_embedding_B"}) {
      if (name.ends_with(end)) return add_module(name, end, tables_);
    }
    if (!is_whole(name)) {
      refuse("tensor '" + name + "' is neither LoRA's nor of a module in 'modules_to_save'",
             "merge the adapter into its model once in Python: peft's merge_and_unload()");
    }
    whole_.push_back(name);
  }

  static void add_module(const std::string& name, std::string_view end,
                         std::set<std::string>& modules) {
    modules.insert(name.substr(kRoot.size(), name.size() - kRoot.size() - end.size()));
  }

  // PEFT also stores tables under these names, if tokens were added or they were adapted.
  bool is_whole(const std::string& name) const {
    const std::string path = "." + name;
    const auto within = [&](std::string_view module) {
      return path.find("." + std::string(module) + ".") != path.npos;
    };
    return within("embed_tokens") || within("lm_head") || std::ranges::any_of(lora_.whole, within);
  }

  // An adapter that lost weights would give vectors between those of two models.
  void check_targets() const {
    const auto names = weights_.names();
    for (const auto& target : lora_.targets) {
      const auto adapted = [&](const std::string& module) {
        return ends_in_module(module, target);
      };
      if (std::ranges::any_of(modules_, adapted) || std::ranges::any_of(tables_, adapted)) continue;
      const auto base_has = [&](const std::string& name) {
        return ends_in_module(name, target + ".weight");
      };
      if (std::ranges::any_of(names, base_has)) {
        refuse("has no weights for '" + target + "', which 'target_modules' names",
               "fetch the adapter again");
      }
    }
  }

  // The model's tensors may not have their family's prefix, which the adapter's have.
  std::string name_in_model(const std::string& name) const {
    const std::string& prefix = weights_.prefix();
    const bool prefixed = !prefix.empty() && name.starts_with(prefix);
    return prefixed ? name.substr(prefix.size()) : name;
  }

  void put_whole(const std::string& name) {
    const Tensor& tensor = *adapter_.find_any(name);
    std::string own = name_in_model(name.substr(kRoot.size()));
    if (const auto at = own.find(".base_layer."); at != own.npos) own.erase(at, 11);
    const Tensor* in_model = weights_.find_any(own);
    if (in_model != nullptr && in_model->shape != tensor.shape) {
      refuse(
          "tensor '" + name + "' has another shape than the model's",
          "an adapter with more tokens or classes than its model is not supported: merge it once "
          "in Python");
    }
    weights_.put(own, tensor.shape, adapter_.floats(name));
  }

  const std::vector<std::size_t>& shape_of(const std::string& name) const {
    const Tensor* tensor = adapter_.find_any(name);
    if (tensor == nullptr) refuse("has no tensor '" + name + "'", "fetch the adapter again");
    if (tensor->shape.size() != 2) {
      refuse("tensor '" + name + "' is not a matrix", "sonde merges LoRA of matrices alone");
    }
    return tensor->shape;
  }

  void merge(const std::string& module, std::string_view a_name, std::string_view b_name,
             bool by_input) {
    const std::string a = std::string(kRoot) + module + std::string(a_name);
    const std::string b = std::string(kRoot) + module + std::string(b_name);
    const std::size_t rank = shape_of(a)[0], inputs = shape_of(a)[1], outputs = shape_of(b)[0];
    check_rank(module, a, rank);
    if (shape_of(b)[1] != rank) {
      refuse("tensor '" + b + "' has the rank " + std::to_string(shape_of(b)[1]) + ", and '" + a +
                 "' the rank " + std::to_string(rank),
             "fetch the adapter again");
    }
    const auto right = adapter_.floats(a), left = adapter_.floats(b);
    const Product product =
        by_input ? Product{transposed(right, inputs), transposed(left, rank), inputs, rank, outputs}
                 : Product{left, right, outputs, rank, inputs};
    const std::string matrix = name_in_model(module) + ".weight";
    auto sum = matrix_of(matrix, a, {product.rows, product.columns});
    add(product, scale_of(module, rank), threads_, sum);
    weights_.put(matrix, {product.rows, product.columns}, std::move(sum));
  }

  std::vector<float> matrix_of(const std::string& matrix, const std::string& for_tensor,
                               const std::vector<std::size_t>& shape) const {
    const Tensor* tensor = weights_.find_any(matrix);
    if (tensor == nullptr) {
      refuse("adapts '" + for_tensor + "', and the model has no '" + matrix + "'",
             "the adapter belongs to another model than " + weights_.file());
    }
    if (tensor->shape != shape) {
      refuse("tensor '" + for_tensor + "' does not fit the shape of the model's '" + matrix + "'",
             "the adapter belongs to another model than " + weights_.file());
    }
    return weights_.floats(matrix);
  }

  void check_rank(const std::string& module, const std::string& tensor, std::size_t rank) const {
    const double said = value_for(module, lora_.ranks).value_or(static_cast<double>(lora_.rank));
    if (said == static_cast<double>(rank)) return;
    refuse("tensor '" + tensor + "' has the rank " + std::to_string(rank) +
               ", which adapter_config.json denies ('r', 'rank_pattern')",
           "adapter_config.json and the weights do not match");
  }

  float scale_of(const std::string& module, std::size_t rank) const {
    const double alpha = value_for(module, lora_.alphas).value_or(lora_.alpha);
    const auto r = static_cast<double>(rank);
    return static_cast<float>(alpha / (lora_.rank_stabilised ? std::sqrt(r) : r));
  }

  std::optional<double> value_for(const std::string& module,
                                  std::span<const LoraException> exceptions) const {
    std::optional<double> value;
    for (const auto& exception : exceptions) {
      const bool holds = exception.from_the_start ? module == exception.module
                                                  : ends_in_module(module, exception.module);
      if (!holds) continue;
      if (value && *value != exception.value) {
        throw input_error("has two patterns that fit '" + module + "'", {lora_.config.string()},
                          "write the whole path of the module, after a ^");
      }
      value = exception.value;
    }
    return value;
  }

  const LoraFacts& lora_;
  Weights adapter_;
  Weights& weights_;
  std::size_t threads_;
  std::set<std::string> modules_, tables_;  // paths in the model
  std::vector<std::string> whole_;          // tensors
};

}  // namespace

void merge_lora(const LoraFacts& lora, Weights& weights, std::size_t threads) {
  Merge(lora, weights, threads).run();
}

}  // namespace sonde
