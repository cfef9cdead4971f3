#include "outside/programs/vector_protocol.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "formats/utf8.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestIdentity = 1000;  // bytes
constexpr const char* kForm =
    R"(an answer is one line of JSON, {"vectors": [[0.1, 0.2], ...]}, a vector a text)";
constexpr const char* kLogs =
    "standard output is for answers only: print everything else to standard error";

// The start of a foreign text, cut at the end of a character.
std::string quoted(std::string_view text) {
  constexpr std::size_t kStart = 80;
  std::string start(text.substr(0, kStart));
  while (find_invalid_utf8(start) != start.npos) start.resize(find_invalid_utf8(start));
  return "'" + start + (start.size() < text.size() ? "...'" : "'");
}

// Takes an answer apart while it is parsed.
class AnswerReader : public nlohmann::json_sax<json> {
 public:
  AnswerReader(std::string_view line, std::span<const std::string_view> texts,
               std::size_t dimension)
      : line_(line), texts_(texts) {
    answer_.dimension = dimension;
  }

  VectorAnswer take() {
    if (answer_.given.size() != texts_.size()) wrong_count(counted(answer_.given.size(), "vector"));
    return std::move(answer_);
  }

  bool start_object(std::size_t) override {
    if (depth_ != 0) wrong_form();
    return ++depth_;
  }
  bool key(std::string& name) override {
    says_identity_ = name == "identity" && answer_.identity.empty();
    if (says_identity_) return true;
    if (name != "vectors" || has_vectors_) wrong_form();
    return has_vectors_ = true;
  }
  bool end_object() override {
    if (!has_vectors_) wrong_form();
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ == 0 || depth_ == 3 || says_identity_) wrong_form();
    if (++depth_ == 3) begin_vector();
    return true;
  }
  bool end_array() override {
    if (depth_-- == 3) end_vector();
    return true;
  }

  bool null() override {
    if (depth_ == 3) not_finite("null");
    if (depth_ != 2) wrong_form();
    count_vector();
    answer_.given.push_back(false);
    return true;
  }
  bool number_integer(std::int64_t number) override { return add(static_cast<double>(number)); }
  bool number_unsigned(std::uint64_t number) override { return add(static_cast<double>(number)); }
  bool number_float(double number, const std::string&) override { return add(number); }
  bool boolean(bool) override { wrong_form(); }
  bool string(std::string& text) override {
    if (!says_identity_) wrong_form();
    if (text.size() > kLongestIdentity)
      throw outside_error("its identity is longer than 1000 bytes", {}, "give a hash");
    answer_.identity = std::move(text);
    says_identity_ = false;
    return true;
  }
  bool binary(json::binary_t&) override { wrong_form(); }

  bool parse_error(std::size_t at, const std::string&,
                   const nlohmann::detail::exception&) override {
    // Python's json.dumps writes these for numbers that JSON does not have.
    const auto around = line_.substr(at < 3 ? 0 : at - 3, 12);
    if (depth_ == 3 && around.find("NaN") != around.npos) not_finite("NaN");
    if (depth_ == 3 && around.find("Infinity") != around.npos) not_finite("Infinity");
    if (depth_ == 3 && at > 0 && at <= line_.size()) {
      throw outside_error("its answer is not valid JSON from byte " + std::to_string(at) + " on",
                          {}, kForm);
    }
    throw outside_error("its answer is not valid JSON: " + quoted(line_), {}, kLogs);
  }

 private:
  bool add(double number) {
    if (depth_ != 3) wrong_form();
    const auto narrow = static_cast<float>(number);
    if (!std::isfinite(narrow)) not_finite("a number beyond float32");
    answer_.numbers.push_back(narrow);
    if (answer_.numbers.size() - begin_ > most()) wrong_dimension("more than ");
    return true;
  }

  std::size_t most() const { return answer_.dimension == 0 ? kMostDimensions : answer_.dimension; }

  void count_vector() {
    if (answer_.given.size() == texts_.size()) wrong_count("more vectors");
  }
  void begin_vector() {
    count_vector();
    answer_.given.push_back(true);
    begin_ = answer_.numbers.size();
  }
  void end_vector() {
    const std::size_t length = answer_.numbers.size() - begin_;
    if (answer_.dimension == 0) answer_.dimension = length;
    if (length == 0 || length != answer_.dimension) wrong_dimension("only ");
  }

  std::string vector() const {
    const std::size_t number = answer_.given.size();
    return "vector " + std::to_string(number) + " of " + std::to_string(texts_.size()) + ", of " +
           quoted(texts_[number - 1]) + ",";
  }
  [[noreturn]] void wrong_form() const {
    throw outside_error("its answer has the wrong form: " + quoted(line_), {}, kForm);
  }
  [[noreturn]] void wrong_count(const std::string& given) const {
    throw outside_error("its answer has " + given + " for " + counted(texts_.size(), "text"), {},
                        "give one vector per text, in order, and null for a text without one");
  }
  [[noreturn]] void wrong_dimension(const std::string& how) const {
    const std::size_t length = answer_.numbers.size() - begin_;
    throw outside_error(vector() + " has " + how +
                            counted(length > most() ? most() : length, "number") +
                            (answer_.dimension == 0 || length == 0
                                 ? ""
                                 : ", others have " + std::to_string(answer_.dimension)),
                        {}, "all vectors need the same dimension, from 1 to 65536");
  }
  [[noreturn]] void not_finite(const std::string& what) const {
    throw outside_error(vector() + " holds " + what, {},
                        "give null in place of a vector that is not defined");
  }

  std::string_view line_;
  std::span<const std::string_view> texts_;
  VectorAnswer answer_;
  std::size_t depth_ = 0;  // 1: in the object, 2: in the list of vectors, 3: in a vector
  std::size_t begin_ = 0;  // the vector's
  bool has_vectors_ = false;
  bool says_identity_ = false;  // next
};

}  // namespace

std::string vector_request(std::span<const std::string_view> texts,
                           std::span<const std::string_view> sides) {
  json request = {{"texts", texts}};
  if (!sides.empty()) request["sides"] = sides;
  return request.dump(-1, ' ', true, json::error_handler_t::replace);
}

VectorAnswer read_vector_answer(std::string_view line, std::span<const std::string_view> texts,
                                std::size_t dimension) {
  AnswerReader reader(line, texts, dimension);
  json::sax_parse(line, &reader);
  return reader.take();
}

}  // namespace sonde
