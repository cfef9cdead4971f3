#include "outside/embedding_api.h"

#include <algorithm>
#include <array>

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

// The server must not cut a text silently: every option against it is set.
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

// Replies ---------------------------------------------------------------------------------------

const json* member(const json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

// Entries without an index come in the texts' order.
std::size_t place_of(const json& entry, std::size_t otherwise) {
  const json* index = member(entry, "index");
  if (index == nullptr || index->is_null()) return otherwise;
  return index->is_number_unsigned() ? index->get<std::size_t>() : EmbeddingApi::kNoPlace;
}

// {"data": [{"index": 0, "embedding": [...]}, ...]}, in any order.
Vectors openai_vectors(const json& document) {
  Vectors vectors;
  const json* data = member(document, "data");
  if (data == nullptr || !data->is_array()) return vectors;
  for (const auto& entry : *data) {
    vectors.push_back({place_of(entry, vectors.size()), member(entry, "embedding")});
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

// The most texts that each service, or the least of its servers, takes.
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

std::size_t estimated_tokens(std::string_view text) {
  constexpr std::size_t kBytes = 3;  // a token of English has 4 to 5, a Chinese character 3
  return text.size() / kBytes + 2;   // a service adds a few tokens
}

}  // namespace sonde
