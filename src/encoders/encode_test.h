// Code shared by the encoders' tests.
#pragma once

#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "sonde/encoder.h"

namespace sonde::test {

inline const std::filesystem::path kSource = SONDE_SOURCE_DIR;

inline std::filesystem::path golden_folder(const std::string& name) {
  return kSource / "tests" / "golden" / name;
}

// The encoder of a golden model.
inline std::string golden(const std::string& name) { return "hf:" + golden_folder(name).string(); }

// Each further thread compiles the model once more.
inline EncoderContext context(std::size_t threads = 1) {
  EncoderContext context;
  context.resources.models = {kSource / ".setup" / "models"};
  context.threads = threads;
  return context;
}

inline std::unique_ptr<Encoder> encoder(const std::string& spec, std::size_t threads = 1) {
  return make_encoder(parse_spec(spec), context(threads));
}

struct Encoded {
  std::vector<MatrixOf<float>> views;
  std::vector<Remark> remarks;

  std::span<const float> vector(std::size_t text, std::size_t view = 0) const {
    return views[view][text];
  }
};

inline Encoded encode(Encoder& encoder, const std::vector<std::string>& sentences) {
  std::vector<Text> texts;
  for (const auto& sentence : sentences) texts.push_back({sentence, Side::kFirst});
  Encoded encoded;
  std::vector<Matrix<float>> out;
  for (std::size_t i = 0; i < encoder.views().size(); ++i) {
    encoded.views.emplace_back(texts.size(), encoder.dimension());
  }
  for (auto& view : encoded.views) out.push_back(view.view());
  encoded.remarks.resize(texts.size());
  encoder.encode(texts, out, encoded.remarks);
  return encoded;
}

inline bool computes_bf16() { return cpu_class().find("bf16") != std::string_view::npos; }

// Whether the machine computes in the precision of that name.
inline bool computes(std::string_view precision) {
  return precision == "bf16" ? computes_bf16() : precision != "int8" || has_int8_products();
}

inline bool same_bits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace sonde::test
