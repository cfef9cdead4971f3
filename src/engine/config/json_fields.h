#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The fields of a model's configuration file, checked as they are read. A field that is null counts
// as absent. It remembers which fields were read. Copies share that. Errors: kInput, naming the
// file and the field.
class JsonFields {
 public:
  static JsonFields read(const std::filesystem::path& file);
  // `json` must be an object.
  JsonFields(nlohmann::json json, std::string file);

  std::vector<std::string> names() const;
  bool names(const std::string& key) const { return json_.contains(key); }  // null too
  bool has(const std::string& key) const;
  std::size_t integer(const std::string& key, std::size_t low, std::size_t high) const;
  double number(const std::string& key, double otherwise) const;
  bool flag(const std::string& key, bool otherwise) const;
  std::string text(const std::string& key) const;
  std::string text(const std::string& key, const std::string& otherwise) const;

  const nlohmann::json& at(const std::string& key) const;  // the field must be there
  const std::string& file() const { return file_; }
  [[noreturn]] void refuse(const std::string& key, const std::string& want) const;
  // The field is valid, but sonde supports only `known`.
  [[noreturn]] void unsupported(const std::string& key, const std::string& known) const;

  const nlohmann::json& raw(const std::string& key) const { return json_.at(key); }  // null too
  // Fields that were not read.
  std::vector<std::string> unread() const;
  // Counts these as read: other fields make them irrelevant.
  void skip(std::initializer_list<std::string_view> keys) const;

 private:
  nlohmann::json json_;
  std::string file_;
  std::shared_ptr<std::set<std::string>> asked_ = std::make_shared<std::set<std::string>>();
};

}  // namespace sonde
