#include "formats/arrays/matrix_file.h"

#include <algorithm>
#include <utility>

#include "base/counted.h"
#include "formats/arrays/npy.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using Numbers = MatrixFile::Numbers;

bool is_of(ElementType type, Numbers kind) {
  return kind == Numbers::kBytes ? is_byte(type) : is_floating(type);
}

std::string name_of(Numbers kind) {
  return kind == Numbers::kBytes ? "int8 or uint8" : "floating-point numbers";
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

std::string choose(const Safetensors& tensors, const std::string& wanted, Numbers kind,
                   const std::string& file) {
  std::vector<std::string> matrices = tensors.names();
  std::erase_if(matrices, [&](const auto& name) {
    const Tensor& tensor = *tensors.find(name);
    return tensor.shape.size() != 2 || !is_of(tensor.type, kind);
  });
  if (matrices.empty()) {
    throw input_error("has no matrix of " + name_of(kind), {file}, "save one row per sentence");
  }
  if (wanted.empty() && matrices.size() > 1) {
    throw input_error(
        "has " + counted(matrices.size(), "matrix", "matrices") + ": " + listed(matrices), {file},
        "name one: tensor=NAME");
  }
  if (wanted.empty()) return matrices.front();
  if (std::ranges::find(matrices, wanted) != matrices.end()) return wanted;
  throw input_error("has no matrix of " + name_of(kind) + " named '" + wanted.substr(0, 80) + "'",
                    {file}, "it has " + listed(matrices));
}

// A byte may be a number or eight packed signs.
void check_kind(ElementType type, Numbers kind, const std::string& file) {
  if (is_of(type, kind)) return;
  if (kind == Numbers::kBytes) {
    throw input_error("holds floating-point numbers, not int8 or uint8", {file},
                      "leave the option encoding out");
  }
  const bool is_signed = type == ElementType::kI8;
  throw input_error(std::string("holds ") + (is_signed ? "int8" : "uint8") +
                        ", which may be numbers or packed signs",
                    {file},
                    is_signed ? "add the option encoding=int8 for numbers, encoding=binary for "
                                "eight signs a byte"
                              : "add the option encoding=uint8 for numbers, encoding=ubinary for "
                                "eight signs a byte");
}

}  // namespace

MatrixFile::MatrixFile(const std::filesystem::path& file, std::string tensor, Numbers kind)
    : tensor_(std::move(tensor)) {
  const std::string name = file.string();
  if (name.ends_with(".safetensors") || name.ends_with(".safetensors.index.json")) {
    open_tensor(file, kind);
  } else if (tensor_.empty()) {
    npy_.emplace(file);
    files_.push_back({file, npy_->stamp()});
    matrix_ = parse_npy(npy_->bytes(), name);
    check_kind(matrix_.type, kind, name);
  } else {
    throw usage_error("a tensor is named in " + name, "only .safetensors files have names in them");
  }
  if (matrix_.rows == 0 || matrix_.columns == 0) {
    throw input_error(
        "has no number: " + counted(matrix_.rows, "row") + " of " + std::to_string(matrix_.columns),
        {name}, "save one row per sentence");
  }
}

void MatrixFile::open_tensor(const std::filesystem::path& file, Numbers kind) {
  tensors_ = Safetensors::open(file);
  files_ = tensors_->files();
  tensor_ = choose(*tensors_, tensor_, kind, file.string());
  const Tensor& tensor = *tensors_->find(tensor_);
  matrix_ = {tensor.type, tensor.shape[0], tensor.shape[1], tensor.bytes};
}

}  // namespace sonde
