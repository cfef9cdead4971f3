#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sonde {

// The fields of a model's configuration file, checked as they are read. A field
// that is null counts as absent. Errors: kInput, naming the file and the field.
class JsonFields {
 public:
  static JsonFields read(const std::filesystem::path& file);
  // `json` must be an object.
  JsonFields(nlohmann::json json, std::string file);

  std::vector<std::string> names() const;
  bool has(const std::string& key) const;
  std::size_t integer(const std::string& key, std::size_t low, std::size_t high) const;
  double number(const std::string& key, double otherwise) const;
  bool flag(const std::string& key, bool otherwise) const;
  std::string text(const std::string& key) const;
  std::string text(const std::string& key, const std::string& otherwise) const;

  const nlohmann::json& at(const std::string& key) const;  // the field must be there
  const std::string& file() const { return file_; }
  [[noreturn]] void refuse(const std::string& key, const std::string& want) const;
  // The field is as it may be, but sonde knows only `known`.
  [[noreturn]] void unsupported(const std::string& key, const std::string& known) const;

 private:
  nlohmann::json json_;
  std::string file_;
};

}  // namespace sonde
