// Copies of golden models, to be changed.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "data/folder_test.h"
#include "encoders/encode_test.h"
#include "formats/json/json.h"

namespace sonde::test {

inline void copy_model(const std::string& model, const std::filesystem::path& to) {
  std::filesystem::copy(golden_folder(model), to, std::filesystem::copy_options::recursive);
}

inline void change_json(const Folder& folder, const std::string& file,
                        const std::function<void(nlohmann::json&)>& edit) {
  auto json = read_json(folder.path() / file);
  edit(json);
  folder.write(file, json.dump());
}

}  // namespace sonde::test
