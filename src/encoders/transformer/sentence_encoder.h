#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "encoders/shared/subject_files.h"
#include "engine/models/sentence_model.h"
#include "sonde/encoder.h"

namespace sonde {

// An encoder whose model is read at the first text, and whose files must stay as they were.
class SentenceEncoder : public Encoder {
 public:
  std::span<const Identity> views() const override { return views_; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override;
  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override;
  std::optional<std::vector<Token>> tokens(const Text& text) override;

 protected:
  explicit SentenceEncoder(const Resources& resources) : files_(resources) {}

  virtual std::unique_ptr<SentenceModel> load() const = 0;
  void add_view(Identity view) { views_.push_back(std::move(view)); }
  // The digest of all contents, each with its place, which shows its role. They must stay as they
  // are now.
  using PlaceOf = std::function<std::string(const std::filesystem::path& file)>;
  Digest digest(std::span<const StampedFile> files, const PlaceOf& place_of);

 private:
  SentenceModel& model();

  SubjectFiles files_;
  std::vector<Identity> views_;
  std::unique_ptr<SentenceModel> model_;
};

}  // namespace sonde
