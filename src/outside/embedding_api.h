#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A request to a server of embeddings.
struct EmbeddingQuestion {
  std::string model;
  std::vector<std::string> texts;  // none empty, includes their prompts
  std::size_t dimensions = 0;      // requested (0: as many as the model has)
  std::string encoding = "float";  // for numbers
  std::string task{};              // purpose of the vectors, in the server's terms (may be empty)
  nlohmann::json extra{};          // further members of the request (null: none)
};

struct EmbeddingReply {
  std::size_t dimension = 0;  // 1 or more
  // A row for each text, in order. It is finite, or all NaN if the text has no vector.
  std::vector<float> numbers;
  std::string model;  // the server's name of it (may be empty)
};

// How to request vectors from a service: a row of a table.
struct EmbeddingApi {
  std::string_view name;
  std::string_view base;        // its URL (empty: there are many)
  std::string_view path;        // after the base ({model} is replaced by the model's name)
  std::string_view key_header;  // text before the key
  std::string_view task;        // the default (empty: none)
  bool has_tasks;
  std::string_view encodings;  // names, joined by commas
  std::size_t texts;           // per request, by default
  std::size_t tokens;          // at most, estimated, in a request
  nlohmann::json (*request)(const EmbeddingQuestion&);
  // The vectors of an answer with their places among the texts.
  static constexpr std::size_t kNoPlace = SIZE_MAX;  // an index that is not a natural number
  struct Vector {
    std::size_t place;
    const nlohmann::json* numbers;
  };
  std::vector<Vector> (*vectors)(const nlohmann::json&);
};

std::span<const EmbeddingApi> embedding_apis();

// Errors: none. The name is one of the table's.
const EmbeddingApi& embedding_api(std::string_view name);

// The request's URL. An empty base means the service's own.
std::string embedding_url(const EmbeddingApi& api, const std::string& base,
                          const std::string& model);

// The request's body: the same text for the same question. Errors: kUsage if `extra` names a member
// that the question has already.
std::string embedding_request(const EmbeddingApi& api, const EmbeddingQuestion& question);

// Errors: kOutside at `url` for anything but an answer to the question, naming the text if one
// vector is wrong: too few or too many vectors, a place twice, numbers that are not finite in
// float32, vectors of several dimensions, of another one than `dimension` (0: any) or than
// requested, packed numbers in another byte order or of another width, whole numbers instead of
// fractions. Packed signs (`binary`, `ubinary`) are unpacked: 1 and -1.
EmbeddingReply read_embedding_reply(const EmbeddingApi& api, const EmbeddingQuestion& question,
                                    std::string_view body, std::size_t dimension,
                                    const std::string& url, bool strict = true);

// An estimate from above for most languages: a service's tokenizer is its own.
std::size_t estimated_tokens(std::string_view text);

}  // namespace sonde
