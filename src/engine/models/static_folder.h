#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_stamp.h"
#include "engine/folders/model_folder.h"
#include "engine/models/sentence_model.h"

namespace sonde {

// Vectors of tokens without a transformer, from a folder or file. Read without the weights'
// numbers.
struct StaticFolder {
  std::string form;  // Model2Vec, sentence-transformers or WordLlama
  std::filesystem::path root, weights, tokenizer;
  std::string tensor;  // the vectors'
  std::size_t tokens = 0, width = 0;
  std::vector<HeadStep> head;  // steps after the mean
  std::size_t max_tokens = 0;
  bool drops_unknown = false;
  std::vector<Assumption> assumed;
  std::vector<StampedFile> files;  // all
};

// `location`: a folder, or WordLlama's file of weights. `tokenizer`: a tokenizer.json elsewhere, or
// empty. Errors: kInput, naming the file, if it is missing or bad, for several files of weights,
// and for another module or setting that would change vectors, but for the keys in `ignored`.
StaticFolder read_static_folder(const std::filesystem::path& location,
                                const std::filesystem::path& tokenizer,
                                const IgnoredKeys& ignored = {});

// A mean of the tokens' rows. If the file defines them, `mapping` selects the rows and `weights`
// scales them. Weights are mapped, and read a row at a time. Errors: kInput for tensors of another
// shape, and in encode() for a row that is not finite.
std::unique_ptr<SentenceModel> load_static_model(const StaticFolder& folder, std::size_t threads);

}  // namespace sonde
