#include "engine/weights/weights.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <string>

#include "base/threads.h"
#include "sonde/error.h"

namespace sonde {
namespace {

bool is_weight(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kF16 || type == ElementType::kBF16;
}

std::string show(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (const std::size_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

// A number is infinite or NaN if all bits of its exponent are set.
template <class Bits>
bool all_finite(std::span<const std::byte> bytes, Bits exponent) {
  Bits bad = 0;
  for (std::size_t at = 0; at + sizeof(Bits) <= bytes.size(); at += sizeof(Bits)) {
    Bits bits;
    std::memcpy(&bits, bytes.data() + at, sizeof(Bits));
    bad = static_cast<Bits>(bad | static_cast<Bits>((bits & exponent) == exponent));
  }
  return bad == 0;
}

bool all_finite(ElementType type, std::span<const std::byte> bytes) {
  switch (type) {
    case ElementType::kF32:
      return all_finite<std::uint32_t>(bytes, 0x7f800000U);
    case ElementType::kF16:
      return all_finite<std::uint16_t>(bytes, 0x7c00U);
    case ElementType::kBF16:
      return all_finite<std::uint16_t>(bytes, 0x7f80U);
    default:
      return true;
  }
}

// TensorFlow's names of the weights of layer normalisation, in older files.
std::string legacy_name(std::string_view name) {
  const std::string text(name);
  if (text.ends_with("LayerNorm.weight")) return text.substr(0, text.size() - 6) + "gamma";
  if (text.ends_with("LayerNorm.bias")) return text.substr(0, text.size() - 4) + "beta";
  return {};
}

}  // namespace

Weights::Weights(const std::filesystem::path& file, std::string_view prefix)
    : tensors_(Safetensors::open(file)), file_(file.string()), prefix_(prefix) {}

std::string Weights::name_in_file(std::string_view name) const {
  const std::string legacy = legacy_name(name);
  for (std::string candidate :
       {std::string(name), prefix_ + std::string(name), legacy, prefix_ + legacy}) {
    if (tensors_.find(candidate) != nullptr) return candidate;
  }
  return {};
}

const Tensor* Weights::find_any(std::string_view name) const {
  const std::string in_file = name_in_file(name);
  const auto put = put_.find(in_file.empty() ? name : std::string_view(in_file));
  if (put != put_.end()) return &put->second;
  return in_file.empty() ? nullptr : tensors_.find(in_file);
}

void Weights::put(std::string_view name, std::vector<std::size_t> shape,
                  std::vector<float> values) {
  const std::string in_file = name_in_file(name);
  const auto& kept = values_.emplace_back(std::move(values));
  put_.insert_or_assign(
      in_file.empty() ? std::string(name) : in_file,
      Tensor{ElementType::kF32, std::move(shape), std::as_bytes(std::span(kept))});
}

const Tensor& Weights::find(std::string_view name, std::initializer_list<std::size_t> shape) const {
  const std::string quoted = "'" + std::string(name) + "'";
  const Tensor* tensor = find_any(name);
  if (tensor == nullptr) {
    throw input_error("has no tensor " + quoted, {file_},
                      "config.json names a family or size that the weights don't have");
  }
  if (!std::ranges::equal(tensor->shape, shape)) {
    throw input_error("tensor " + quoted + " has the shape " + show(tensor->shape) + ", not " +
                          show({shape.begin(), shape.size()}),
                      {file_}, "config.json and the weights do not match");
  }
  check_type(name, *tensor);
  return *tensor;
}

std::vector<float> Weights::floats(std::string_view name,
                                   std::initializer_list<std::size_t> shape) const {
  find(name, shape);
  return floats(name);
}

void Weights::check_type(std::string_view name, const Tensor& tensor) const {
  if (is_weight(tensor.type)) return;
  throw input_error("tensor '" + std::string(name) + "' is not F32, F16 or BF16", {file_},
                    "quantised weights are not supported");
}

std::vector<float> Weights::floats(std::string_view name) const {
  const Tensor& tensor = *find_any(name);
  check_type(name, tensor);
  const std::size_t size = element_size(tensor.type);
  std::vector<float> values(tensor.bytes.size() / size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = read_float(tensor.type, tensor.bytes.data() + i * size);
  }
  return values;
}

void Weights::check_finite(std::size_t threads) const {
  const auto names = tensors_.names();
  parallel_for(names.size(), 1, threads, [&](std::size_t first, std::size_t) {
    const Tensor& tensor = *find_any(names[first]);
    if (!all_finite(tensor.type, tensor.bytes)) {
      throw input_error("tensor '" + names[first] + "' has a weight that is NaN or infinite",
                        {file_}, "the model is damaged; fetch or export it again");
    }
  });
}

std::size_t Weights::parameters() const {
  std::size_t count = 0;
  for (const auto& name : tensors_.names()) {
    const Tensor& tensor = *tensors_.find(name);
    if (is_weight(tensor.type)) count += tensor.bytes.size() / element_size(tensor.type);
  }
  return count;
}

ElementType Weights::usual_type() const {
  std::map<ElementType, std::size_t> counts{{ElementType::kF32, 0}};
  for (const auto& name : tensors_.names()) {
    const Tensor& tensor = *tensors_.find(name);
    if (is_weight(tensor.type)) {
      counts[tensor.type] += tensor.bytes.size() / element_size(tensor.type);
    }
  }
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  return std::ranges::max_element(counts, fewer)->first;
}

}  // namespace sonde
