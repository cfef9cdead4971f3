// Validated fields of a request.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde {

// Ends a request with a status and a line for people.
class HttpError : public std::exception {
 public:
  HttpError(int status, std::string message) : status_(status), message_(std::move(message)) {}
  int status() const { return status_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  int status_;
  std::string message_;
};

inline constexpr std::size_t kLongestSentence = 32'768;  // bytes
inline constexpr std::size_t kLongestName = 1000;        // terms, names, jobs

// The members of a JSON object, each read once. Errors: HttpError 400.
class Asked {
 public:
  // The body of a request.
  explicit Asked(const std::string& body);

  bool has(const std::string& key) const { return object_.contains(key); }
  bool is_text(const std::string& key) const { return has(key) && object_[key].is_string(); }
  std::string text(const std::string& key, std::size_t longest);
  // Not blank, without NUL.
  std::string sentence(const std::string& key);
  std::vector<std::string> texts(const std::string& key, std::size_t most, std::size_t longest);
  std::uint64_t whole(const std::string& key, std::uint64_t low, std::uint64_t high);
  bool flag(const std::string& key);
  double number(const std::string& key, double low, double high);

  // Errors also if a member was never read.
  void done() const;

 private:
  const nlohmann::json& find(const std::string& key);

  nlohmann::json object_;
  std::vector<std::string> seen_;
};

// Checks that a sentence is acceptable. Errors: HttpError 400, naming it as `what`.
void check_sentence(std::string_view sentence, const std::string& what);

// Whether work is to end. Called on any thread.
using Stop = std::function<bool()>;

}  // namespace sonde
