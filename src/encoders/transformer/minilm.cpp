#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/default_model.h"
#include "encoders/shared/kinds.h"
#include "encoders/shared/subject_files.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/minilm_files.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& folder, const fs::path& file, const std::string& what) {
  throw input_error(what, {file.string()}, "install it again, or name it as hf:" + folder.string());
}

// Each published file is there and unchanged, and no other is.
void check_files(const fs::path& folder, const Resources& resources) {
  auto missing = minilm_files();
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const auto found = missing.find(entry.path().lexically_relative(folder).string());
    if (found == missing.end()) refuse(folder, entry, "is not a file of the published model");
    if (file_digest(entry, digest_memo(resources)).hex() != found->second) {
      refuse(folder, entry, "is not the published file: its SHA-256 differs");
    }
    missing.erase(found);
  }
  if (!missing.empty()) refuse(folder, folder / missing.begin()->first, "the file is missing");
}

}  // namespace

std::unique_ptr<Encoder> make_minilm(const Spec& spec, const EncoderContext& context) {
  if (!spec.location.empty()) {
    throw usage_error("'minilm' takes no location", "for another folder write hf:FOLDER");
  }
  const fs::path folder = default_model_folder(context.resources);
  check_files(folder, context.resources);
  return make_folder_encoder({folder}, spec, context);
}

}  // namespace sonde
