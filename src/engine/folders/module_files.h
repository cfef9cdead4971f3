#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/config_keys.h"
#include "engine/config/json_fields.h"
#include "engine/folders/model_folder.h"
#include "sonde/error.h"

namespace sonde {

// Readers of the files of sentence-transformers' modules. Errors: kInput, with the file and key.

constexpr std::size_t kLargestSize = std::size_t{1} << 20;  // a layer's or vector's

struct ModuleEntry {
  std::string type;              // the last part of its class's name
  std::filesystem::path folder;  // within the model's
};

// How to get the similarity that a folder names, if a probe has it.
inline std::string similarity_advice(const std::string& name) {
  return name == "dot" ? " (a probe's option similarity=dot)" : "";
}

// A module's folder by its path in modules.json. Errors: kInput for a path that leaves `root`.
std::filesystem::path folder_within(const std::filesystem::path& root, const std::string& path);

// The modules of modules.json, which must exist. The names of their classes must begin with one of
// `packages`.
std::vector<ModuleEntry> read_module_list(const std::filesystem::path& root,
                                          std::span<const std::string_view> packages,
                                          const IgnoredKeys& ignored);

// One file of weights. `convert`: advice if it is pickled.
std::filesystem::path find_weights(const std::filesystem::path& folder, std::string_view convert);

// Refuses any value of a key but `known`, which is also the default.
void expect(const JsonFields& fields, const std::string& key, const std::string& known);

// The output of a Transformer module.
struct StatesFacts {
  std::string task, output;
};
inline const StatesFacts kStates{"feature-extraction", "last_hidden_state"};
inline const StatesFacts kWordLogits{"fill-mask", "logits"};

// Refuses a Transformer module with another output per token. `usual`: the task of a file without
// this key.
void check_states(const JsonFields& fields, const StatesFacts& wanted, const std::string& usual);

// Refuses a module that reads or writes anything but `place`, such as "sentence_embedding".
// `usual`: the place of a file without these keys.
void check_module_place(const JsonFields& fields, const std::string& place,
                        const std::string& usual);

// The layer whose config.json is `fields` and whose input has `in` numbers. The caller checks the
// module's place.
DenseFacts read_dense_module(const JsonFields& fields, std::size_t in, const IgnoredKeys& ignored);

// Returns read(). Errors: kInput for a path that the system refuses, because a name in modules.json
// may be anything.
template <class Read>
auto readable(const Read& read) {
  try {
    return read();
  } catch (const std::filesystem::filesystem_error& error) {
    throw input_error("cannot be read: " + error.code().message(), {error.path1().string()},
                      "check the path and its permissions");
  }
}

// The prompts of config_sentence_transformers.json by name, and the name of the default.
void read_prompts(const JsonFields& fields, ModelFolder& model);

// Notes that no prompt is used, if the folder has prompts but no default.
void assume_no_prompt(ModelFolder& model);

}  // namespace sonde
