#include "formats/arrays/matrix_file.h"

#include <algorithm>
#include <utility>

#include "formats/arrays/npy.h"
#include "sonde/error.h"

namespace sonde {
namespace {

bool is_matrix(const Tensor& tensor) {
  return tensor.shape.size() == 2 && is_floating(tensor.type);
}

// The first few of many names.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i) {
    text += (i == 0 ? "" : ", ") + names[i].substr(0, 80);
  }
  return names.size() > kShown ? text + ", ..." : text;
}

std::string choose(const Safetensors& tensors, const std::string& wanted, const std::string& file) {
  std::vector<std::string> matrices = tensors.names();
  std::erase_if(matrices, [&](const auto& name) { return !is_matrix(*tensors.find(name)); });
  if (matrices.empty()) {
    throw input_error("has no matrix of floating-point numbers", {file}, "save one row a sentence");
  }
  if (wanted.empty() && matrices.size() > 1) {
    throw input_error("has " + std::to_string(matrices.size()) + " matrices: " + listed(matrices),
                      {file}, "name one: tensor=NAME");
  }
  if (wanted.empty()) return matrices.front();
  if (std::ranges::find(matrices, wanted) != matrices.end()) return wanted;
  throw input_error("has no matrix of floating-point numbers named '" + wanted.substr(0, 80) + "'",
                    {file}, "it has " + listed(matrices));
}

}  // namespace

MatrixFile::MatrixFile(const std::filesystem::path& file, std::string tensor)
    : tensor_(std::move(tensor)) {
  const std::string name = file.string();
  if (name.ends_with(".safetensors") || name.ends_with(".safetensors.index.json")) {
    open_tensor(file);
  } else if (tensor_.empty()) {
    npy_.emplace(file);
    files_.push_back({file, npy_->stamp()});
    matrix_ = parse_npy(npy_->bytes(), name);
  } else {
    throw usage_error("a tensor is named in " + name, "only .safetensors files have names in them");
  }
  if (matrix_.rows == 0 || matrix_.columns == 0) {
    throw input_error("has no number: " + std::to_string(matrix_.rows) + " rows of " +
                          std::to_string(matrix_.columns),
                      {name}, "save one row a sentence");
  }
}

void MatrixFile::open_tensor(const std::filesystem::path& file) {
  tensors_ = Safetensors::open(file);
  files_ = tensors_->files();
  tensor_ = choose(*tensors_, tensor_, file.string());
  const Tensor& tensor = *tensors_->find(tensor_);
  matrix_ = {tensor.type, tensor.shape[0], tensor.shape[1], tensor.bytes};
}

}  // namespace sonde
