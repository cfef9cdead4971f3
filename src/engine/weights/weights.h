#pragma once

#include <filesystem>
#include <initializer_list>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "formats/arrays/safetensors.h"

namespace sonde {

// A model's weights by name: F32, F16 or BF16, of the requested shape, finite. They live as long as
// the Weights.
class Weights {
 public:
  // Names in the file may or may not begin with `prefix`.
  Weights(const std::filesystem::path& file, std::string_view prefix);

  // Errors: kInput, naming the tensor: it is missing, has another shape or type.
  const Tensor& find(std::string_view name, std::initializer_list<std::size_t> shape) const;
  // The same as floats.
  std::vector<float> floats(std::string_view name, std::initializer_list<std::size_t> shape) const;

  // The same of a tensor that is there, of whatever shape.
  std::vector<float> floats(std::string_view name) const;

  bool has(std::string_view name) const { return find_any(name) != nullptr; }
  const Tensor* find_any(std::string_view name) const;  // null if it is missing

  // Replaces the tensor from now on. The file stays as it is.
  void put(std::string_view name, std::vector<std::size_t> shape, std::vector<float> values);

  // Errors: kInput, naming a weight that is infinite or not a number. All
  // tensors of the file are read, on up to `threads` threads.
  void check_finite(std::size_t threads) const;

  std::size_t parameters() const;  // numbers in all floating-point tensors
  ElementType usual_type() const;  // most numbers' type
  std::vector<std::string> names() const { return tensors_.names(); }  // in the file
  const std::string& prefix() const { return prefix_; }
  const std::string& file() const { return file_; }  // given path, for errors
  std::vector<StampedFile> files() const { return tensors_.files(); }

 private:
  void check_type(std::string_view name, const Tensor& tensor) const;
  std::string name_in_file(std::string_view name) const;  // empty if it has none

  Safetensors tensors_;
  Tensors put_;
  std::list<std::vector<float>> values_;  // for put()
  std::string file_;
  std::string prefix_;
};

}  // namespace sonde
