#include "outside/embedding_api.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "formats/arrays/packed_signs.h"
#include "formats/json/json.h"
#include "outside/http/quoted_text.h"
#include "outside/programs/vector_protocol.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;
using Vectors = std::vector<EmbeddingApi::Vector>;

// Requests --------------------------------------------------------------------------------------

json openai_request(const EmbeddingQuestion& question) {
  json request{{"model", question.model},
               {"input", question.texts},
               {"encoding_format", question.encoding == "base64" ? "base64" : "float"}};
  if (question.dimensions > 0) request["dimensions"] = question.dimensions;
  return request;
}

// Nobody is to cut a text silently: all that can be told so are.
json ollama_request(const EmbeddingQuestion& question) {
  json request{{"model", question.model}, {"input", question.texts}, {"truncate", false}};
  if (question.dimensions > 0) request["dimensions"] = question.dimensions;
  return request;
}

json cohere_request(const EmbeddingQuestion& question) {
  json request{{"model", question.model},
               {"texts", question.texts},
               {"input_type", question.task},
               {"embedding_types", {question.encoding}},
               {"truncate", "NONE"}};
  if (question.dimensions > 0) request["output_dimension"] = question.dimensions;
  return request;
}

json voyage_request(const EmbeddingQuestion& question) {
  json request{{"model", question.model}, {"input", question.texts}, {"truncation", false}};
  if (!question.task.empty()) request["input_type"] = question.task;
  if (question.encoding == "base64") {
    request["encoding_format"] = "base64";
  } else if (question.encoding != "float") {
    request["output_dtype"] = question.encoding;
  }
  if (question.dimensions > 0) request["output_dimension"] = question.dimensions;
  return request;
}

json jina_request(const EmbeddingQuestion& question) {
  json request{{"model", question.model},
               {"input", question.texts},
               {"embedding_type", question.encoding},
               {"truncate", false}};
  if (!question.task.empty()) request["task"] = question.task;
  if (question.dimensions > 0) request["dimensions"] = question.dimensions;
  return request;
}

json google_request(const EmbeddingQuestion& question) {
  json requests = json::array();
  for (const auto& text : question.texts) {
    json one{{"model", "models/" + question.model},
             {"content", {{"parts", json::array({{{"text", text}}})}}}};
    if (!question.task.empty()) one["taskType"] = question.task;
    if (question.dimensions > 0) one["outputDimensionality"] = question.dimensions;
    requests.push_back(std::move(one));
  }
  return {{"requests", std::move(requests)}};
}

// Answers ---------------------------------------------------------------------------------------

const json* member(const json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

// {"data": [{"index": 0, "embedding": [...]}, ...]}, in any order.
Vectors openai_vectors(const json& document) {
  Vectors vectors;
  const json* data = member(document, "data");
  if (data == nullptr || !data->is_array()) return vectors;
  for (const auto& entry : *data) {
    const json* index = member(entry, "index");
    const bool placed = index != nullptr && index->is_number_unsigned();
    vectors.push_back(
        {placed ? index->get<std::size_t>() : vectors.size(), member(entry, "embedding")});
  }
  return vectors;
}

Vectors listed_vectors(const json* list, const char* within) {
  Vectors vectors;
  if (list == nullptr || !list->is_array()) return vectors;
  for (const auto& entry : *list) {
    vectors.push_back({vectors.size(), within == nullptr ? &entry : member(entry, within)});
  }
  return vectors;
}

// {"embeddings": [[...], ...]}
Vectors ollama_vectors(const json& document) {
  return listed_vectors(member(document, "embeddings"), nullptr);
}

// {"embeddings": {"float": [[...], ...]}}, or another encoding.
Vectors cohere_vectors(const json& document) {
  const json* types = member(document, "embeddings");
  const bool one = types != nullptr && types->is_object() && types->size() == 1;
  return listed_vectors(one ? &*types->begin() : nullptr, nullptr);
}

// {"embeddings": [{"values": [...]}, ...]}
Vectors google_vectors(const json& document) {
  return listed_vectors(member(document, "embeddings"), "values");
}

// As many texts as each service or the least of its servers takes.
constexpr std::string_view kBearer = "Authorization: Bearer ";
constexpr std::string_view kFloatAlone = "float", kNoBase64 = "float,int8,uint8,binary,ubinary",
                           kNoQuantised = "float,base64,binary,ubinary",
                           kEveryEncoding = "float,base64,int8,uint8,binary,ubinary";
constexpr std::array<EmbeddingApi, 6> kApis{{
    {"openai", "", "/embeddings", kBearer, "", false, kEveryEncoding, 32, 100000, openai_request,
     openai_vectors},
    {"ollama", "http://127.0.0.1:11434", "/api/embed", kBearer, "", false, kFloatAlone, 32, 100000,
     ollama_request, ollama_vectors},
    {"cohere", "https://api.cohere.com", "/v2/embed", kBearer, "search_document", true, kNoBase64,
     96, 40000, cohere_request, cohere_vectors},
    {"voyage", "https://api.voyageai.com", "/v1/embeddings", kBearer, "", true, kEveryEncoding, 128,
     100000, voyage_request, openai_vectors},
    {"jina", "https://api.jina.ai", "/v1/embeddings", kBearer, "", true, kNoQuantised, 128, 100000,
     jina_request, openai_vectors},
    {"google", "https://generativelanguage.googleapis.com",
     "/v1beta/models/{model}:batchEmbedContents", "x-goog-api-key: ", "", true, kFloatAlone, 100,
     20000, google_request, google_vectors},
}};

// Numbers ---------------------------------------------------------------------------------------

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

class EmbeddingReader {
 public:
  EmbeddingReader(const EmbeddingApi& api, const EmbeddingQuestion& question, std::size_t dimension,
                  const std::string& url, bool strict)
      : api_(api), question_(question), url_(url), strict_(strict) {
    answer_.dimension = question.dimensions > 0 ? question.dimensions : dimension;
  }

  EmbeddingAnswer read(std::string_view body) {
    const json document = parsed(body);
    read_model(document);
    const Vectors vectors = api_.vectors(document);
    const std::size_t count = question_.texts.size();
    if (vectors.empty()) fail("its answer has no vectors: " + shown(body), kForm);
    if (vectors.size() != count) {
      fail("its answer has " + std::to_string(vectors.size()) + " vectors for " +
               std::to_string(count) + " texts",
           kForm);
    }
    std::vector<bool> there(count);
    for (const auto& vector : vectors) {
      if (vector.place >= count || there[vector.place]) {
        fail("its answer has index " + std::to_string(vector.place) +
                 (vector.place < count ? " twice" : " for ") +
                 (vector.place < count ? "" : std::to_string(count) + " texts"),
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
    const json* model = member(document, "model");
    if (model == nullptr || !model->is_string()) return;
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
      fail(name + "has " + std::to_string(length) + " numbers", "1 to 65536 are meant");
    }
    if (answer_.dimension == 0) answer_.dimension = length;
    if (length == answer_.dimension) return;
    const bool asked = question_.dimensions > 0;
    fail(name + "has " + std::to_string(length) + " numbers, " +
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
    if (question_.encoding == "float") check_fractions(list, name);
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
    constexpr std::size_t kFewest = 16;  // numbers for a decision
    const auto is_byte = [](const json& number) {
      return number.is_number_integer() && number >= -128 && number <= 255;
    };
    const auto is_large = [](const json& number) { return number > 1 || number < -1; };
    if (list.size() < kFewest || !std::ranges::all_of(list, is_byte)) return;
    if (!std::ranges::any_of(list, is_large) || api_.encodings == kFloatAlone) return;
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
    check_width(length, name);
    if (length == 0 || length % sizeof(float) != 0) fail(name + "is not base64 of float32", kForm);
    std::vector<float> numbers(length / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), length);
    check_byte_order(numbers, name);
    for (const float number : numbers) check_finite(number, name);
    return numbers;
  }

  // The dimension is known from an answer that wasn't packed.
  void check_width(std::size_t length, const std::string& name) const {
    const std::size_t count = answer_.dimension;
    if (count == 0 || length == 0 || length % count != 0 || length == count * sizeof(float)) return;
    fail(name + "packs " + std::to_string(count) + " numbers into " +
             std::to_string(length / count) + " bytes each, not the 4 of float32",
         "request plain numbers: encoding=float");
  }

  void check_byte_order(const std::vector<float>& numbers, const std::string& name) const {
    if (is_plausible(numbers)) return;
    std::vector<float> other(numbers.size());
    std::ranges::transform(numbers, other.begin(), reversed);
    if (is_plausible(other)) {
      fail(name + "is packed with the highest byte first", "request plain numbers: encoding=float");
    }
    fail(name + "is not packed as float32: its numbers are out of range",
         "request plain numbers: encoding=float");
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
  EmbeddingAnswer answer_;
};

}  // namespace

std::span<const EmbeddingApi> embedding_apis() { return kApis; }

const EmbeddingApi& embedding_api(std::string_view name) {
  return *std::ranges::find(kApis, name, &EmbeddingApi::name);
}

std::string embedding_url(const EmbeddingApi& api, const std::string& base,
                          const std::string& model) {
  const auto query = std::min(base.find('?'), base.size());
  std::string url = base.empty() ? std::string(api.base) : base.substr(0, query);
  while (url.ends_with('/')) url.pop_back();
  std::string path(api.path);
  constexpr std::string_view kModel = "{model}";
  if (const auto at = path.find(kModel); at != path.npos) path.replace(at, kModel.size(), model);
  return (url.ends_with(path) ? url : url + path) + base.substr(query);
}

std::string embedding_request(const EmbeddingApi& api, const EmbeddingQuestion& question) {
  json request = api.request(question);
  for (const auto& [key, value] : question.extra.items()) {
    if (request.contains(key)) {
      throw usage_error("extra= names '" + key + "', which the request already has",
                        "use its own option");
    }
    request[key] = value;
  }
  return request.dump(-1, ' ', false, json::error_handler_t::replace);
}

EmbeddingAnswer read_embedding_answer(const EmbeddingApi& api, const EmbeddingQuestion& question,
                                      std::string_view body, std::size_t dimension,
                                      const std::string& url, bool strict) {
  return EmbeddingReader(api, question, dimension, url, strict).read(body);
}

std::size_t estimated_tokens(std::string_view text) {
  constexpr std::size_t kBytes = 3;  // a token of English has 4 to 5, a Chinese character 3
  return text.size() / kBytes + 2;   // a service adds some of its own
}

}  // namespace sonde
