#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/counted.h"
#include "formats/arrays/packed_signs.h"
#include "formats/json/json.h"
#include "outside/embedding_api.h"
#include "outside/http/quoted_text.h"
#include "outside/programs/vector_protocol.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

// A model's vector: another byte order or width makes exponents of fractions.
bool is_plausible(std::span<const float> numbers) {
  constexpr float kLeast = 1e-6F, kMost = 1e6F;
  float greatest = 0;
  for (const float number : numbers) {
    if (!std::isfinite(number)) return false;
    greatest = std::max(greatest, std::abs(number));
  }
  return greatest == 0 || (greatest > kLeast && greatest < kMost);
}

float reversed(float number) {
  return std::bit_cast<float>(__builtin_bswap32(std::bit_cast<std::uint32_t>(number)));
}

// Whether the bytes are float16: read that way, every number has a plausible magnitude. The low
// halves of float32 numbers would have any magnitude, or be zero if the model computes in bfloat16.
bool is_half(std::string_view bytes) {
  constexpr std::size_t kFewest = 128;  // bytes for a decision
  constexpr unsigned kMost = 0x5400;    // 64 as float16; magnitudes order as their bits do
  if (bytes.size() < kFewest) return false;
  bool has_lower = false;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    std::uint16_t half = 0;
    std::memcpy(&half, bytes.data() + at, sizeof half);
    if ((half & 0x7fffU) > kMost) return false;
    has_lower = has_lower || (at % sizeof(float) == 0 && half != 0);
  }
  return has_lower;
}

class EmbeddingReader {
 public:
  EmbeddingReader(const EmbeddingApi& api, const EmbeddingQuestion& question, std::size_t dimension,
                  const std::string& url, bool strict)
      : api_(api), question_(question), url_(url), strict_(strict) {
    answer_.dimension = question.dimensions > 0 ? question.dimensions : dimension;
  }

  EmbeddingReply read(std::string_view body) {
    const json document = parsed(body);
    read_model(document);
    const auto vectors = api_.vectors(document);
    const std::size_t count = question_.texts.size();
    if (vectors.empty()) fail("its answer has no vectors: " + shown(body), kForm);
    if (vectors.size() != count) {
      fail("its answer has " + counted(vectors.size(), "vector") + " for " + counted(count, "text"),
           kForm);
    }
    std::vector<bool> there(count);
    for (const auto& vector : vectors) {
      if (vector.place == EmbeddingApi::kNoPlace) {
        fail("its answer has an index that is not a natural number: " + shown(body), kForm);
      }
      if (vector.place >= count || there[vector.place]) {
        fail("its answer has index " + std::to_string(vector.place) +
                 (vector.place < count ? " twice" : " for ") +
                 (vector.place < count ? "" : counted(count, "text")),
             kForm);
      }
      there[vector.place] = true;
      take(vector);
    }
    leave_out_undefined();
    return std::move(answer_);
  }

 private:
  static constexpr const char* kForm = "is this a server of embeddings of that kind?";

  json parsed(std::string_view body) const {
    try {
      return parse_json(body, url_);
    } catch (const Error& error) {
      fail("its answer " + error.message() + ": " + shown(body), kForm);
    }
  }

  void read_model(const json& document) {
    constexpr std::size_t kLongest = 1000;  // bytes
    const auto model = document.find("model");
    if (model == document.end() || !model->is_string()) return;
    answer_.model = model->get<std::string>();
    if (answer_.model.size() > kLongest) {
      fail("its answer has a longer model than 1000 bytes", kForm);
    }
  }

  void take(const EmbeddingApi::Vector& vector) {
    const std::string name =
        "the vector of " + shown(question_.texts[vector.place]) + " in its answer ";
    if (vector.numbers == nullptr) fail(name + "is missing", kForm);
    if (!strict_ && lacks_numbers(*vector.numbers)) return undefined_.push_back(vector.place);
    std::vector<float> numbers = vector.numbers->is_string()
                                     ? unpacked(vector.numbers->get_ref<const std::string&>(), name)
                                     : listed(*vector.numbers, name);
    if (is_packed(question_.encoding)) numbers = signs_of(numbers, name);
    check_dimension(numbers.size(), name);
    answer_.numbers.resize(question_.texts.size() * answer_.dimension);
    const auto row = vector.place * answer_.dimension;
    std::ranges::copy(numbers, answer_.numbers.begin() + static_cast<std::ptrdiff_t>(row));
  }

  // Servers that write no NaN write null.
  static bool lacks_numbers(const json& vector) {
    if (!vector.is_array()) return vector.is_null();
    return std::ranges::any_of(vector, [](const json& number) {
      return number.is_null() ||
             (number.is_number() && !std::isfinite(static_cast<float>(number.get<double>())));
    });
  }

  void leave_out_undefined() {
    if (undefined_.empty()) return;
    if (answer_.dimension == 0) {
      fail("the vector of " + shown(question_.texts[undefined_.front()]) +
               " in its answer has no numbers",
           "does the model overflow?");
    }
    answer_.numbers.resize(question_.texts.size() * answer_.dimension);
    for (const auto place : undefined_) {
      std::fill_n(answer_.numbers.begin() + static_cast<std::ptrdiff_t>(place * answer_.dimension),
                  answer_.dimension, std::numeric_limits<float>::quiet_NaN());
    }
  }

  void check_dimension(std::size_t length, const std::string& name) {
    if (length == 0 || length > kMostDimensions) {
      fail(name + "has " + counted(length, "number"), "1 to 65536 are meant");
    }
    if (answer_.dimension == 0) answer_.dimension = length;
    if (length == answer_.dimension) return;
    const bool asked = question_.dimensions > 0;
    fail(name + "has " + counted(length, "number") + ", " +
             (asked ? "asked for were " : "others have ") + std::to_string(answer_.dimension),
         asked ? "leave dimensions out where the model can't change them"
               : "is another model answering now?");
  }

  std::vector<float> listed(const json& list, const std::string& name) const {
    if (!list.is_array()) fail(name + "is not a list of numbers", kForm);
    std::vector<float> numbers;
    numbers.reserve(list.size());
    for (const auto& number : list) {
      if (!number.is_number()) fail(name + "holds " + shown(number.dump()), kForm);
      numbers.push_back(static_cast<float>(number.get<double>()));
      check_finite(numbers.back(), name);
    }
    // A server may ignore base64 and list its numbers.
    if (question_.encoding == "float" || question_.encoding == "base64")
      check_fractions(list, name);
    return numbers;
  }

  std::vector<float> signs_of(const std::vector<float>& bytes, const std::string& name) const {
    std::vector<float> signs(kSignsOfByte * bytes.size());
    if (!unpack_signs(bytes, question_.encoding, signs)) {
      fail(name + "is not packed signs (encoding=" + question_.encoding + ")",
           "leave encoding out, or name the one that the server uses");
    }
    return signs;
  }

  // Whole numbers up to 255 may be quantised ones or packed signs.
  void check_fractions(const json& list, const std::string& name) const {
    constexpr std::size_t kFewest = 8;  // numbers for a decision
    const auto is_byte = [](const json& number) {
      return number.is_number_integer() && number >= -128 && number <= 255;
    };
    const auto is_large = [](const json& number) { return number > 1 || number < -1; };
    if (list.size() < kFewest || !std::ranges::all_of(list, is_byte)) return;
    if (!std::ranges::any_of(list, is_large) || api_.encodings.find(',') == api_.encodings.npos)
      return;
    fail(name + "has whole numbers alone: quantised numbers or packed signs",
         encoding_advice(std::ranges::any_of(list, [](const json& x) { return x < 0; })));
  }

  std::string encoding_advice(bool is_signed) const {
    const std::string signs = is_signed ? "binary" : "ubinary";
    const std::string numbers = is_signed ? "int8" : "uint8";
    const bool has_numbers = api_.encodings.find(numbers) != api_.encodings.npos;
    return "write encoding=" + signs + " for eight signs per number" +
           (has_numbers ? ", or encoding=" + numbers + " for quantised numbers" : "");
  }

  std::vector<float> unpacked(const std::string& text, const std::string& name) const {
    static_assert(std::endian::native == std::endian::little);
    std::string bytes(text.size() / 4 * 3, '\0');
    const int got = text.size() % 4 != 0 || text.size() > std::size_t{1} << 24
                        ? -1
                        : ::EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                            reinterpret_cast<const unsigned char*>(text.data()),
                                            static_cast<int>(text.size()));
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    const std::size_t length = got < 0 ? 0 : static_cast<std::size_t>(got) - padding;
    check_width(std::string_view(bytes).substr(0, length), name);
    if (length == 0 || length % sizeof(float) != 0) fail(name + "is not base64 of float32", kForm);
    std::vector<float> numbers(length / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), length);
    check_byte_order(numbers, name);
    for (const float number : numbers) check_finite(number, name);
    return numbers;
  }

  // The dimension is known from an answer that wasn't packed.
  void check_width(std::string_view bytes, const std::string& name) const {
    const std::size_t count = answer_.dimension, length = bytes.size();
    if (count == 0 && is_half(bytes)) {
      fail(name + "is packed as float16, not as float32", plain_advice());
    }
    constexpr std::array<std::size_t, 3> kOtherWidths{1, 2, 8};
    if (count == 0 || length % count != 0) return;
    const std::size_t width = length / count;
    if (std::ranges::find(kOtherWidths, width) == kOtherWidths.end()) return;
    fail(name + "packs " + counted(count, "number") + " into " + counted(width, "byte") +
             " each, not the 4 of float32",
         plain_advice());
  }

  void check_byte_order(const std::vector<float>& numbers, const std::string& name) const {
    if (is_plausible(numbers)) return;
    std::vector<float> other(numbers.size());
    std::ranges::transform(numbers, other.begin(), reversed);
    if (is_plausible(other)) {
      fail(name + "is packed with the highest byte first", plain_advice());
    }
    fail(name + "is not packed as float32: its numbers are out of range", plain_advice());
  }

  std::string plain_advice() const {
    return question_.encoding == "base64"
               ? "request plain numbers: encoding=float"
               : "plain numbers were requested; let the server answer such, or float32";
  }

  void check_finite(float number, const std::string& name) const {
    if (!std::isfinite(number)) {
      fail(name + "holds a number that is not finite in float32", "does the model overflow?");
    }
  }

  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw outside_error(what, {url_}, advice);
  }

  const EmbeddingApi& api_;
  const EmbeddingQuestion& question_;
  const std::string& url_;
  bool strict_;
  std::vector<std::size_t> undefined_;  // places of texts
  EmbeddingReply answer_;
};

}  // namespace

EmbeddingReply read_embedding_reply(const EmbeddingApi& api, const EmbeddingQuestion& question,
                                    std::string_view body, std::size_t dimension,
                                    const std::string& url, bool strict) {
  return EmbeddingReader(api, question, dimension, url, strict).read(body);
}

}  // namespace sonde
