#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Version of the library that tokenizes. Another one may give other tokens.
constexpr std::string_view kTokenizerVersion = "tokenizers 0.23.1";

// A model's other files, which overrule tokenizer.json.
struct TokenizerSettings {
  std::string rules{};      // from tokenizer_rules()
  bool lower_case = false;  // before all else
};

// A tokenizer.json, run by Hugging Face's tokenizers. Its own padding and
// truncation are switched off. Safe to use from several threads.
class Tokenizer {
 public:
  // Errors: kInput for a file that is not JSON, names an unknown
  // part, or has an unk_token missing in its vocabulary.
  static Tokenizer load(const std::filesystem::path& tokenizer_json,
                        const TokenizerSettings& settings = {});
  // The same from the file's text. Errors name `file`.
  static Tokenizer parse(std::string_view json, const std::string& file,
                         const TokenizerSettings& settings = {});

  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  // Appends the token ids of a UTF-8 text to `ids`, with the special tokens that the post-processor
  // adds ([CLS], [SEP]), or without any. Errors: kInput for invalid UTF-8.
  void encode(std::string_view text, std::vector<std::int32_t>& ids) const;
  void encode_plain(std::string_view text, std::vector<std::int32_t>& ids) const;

  // The start of each token of encode_plain(), in bytes of the text (below 2^31 bytes).
  std::vector<std::int32_t> starts(std::string_view text) const;

  std::optional<std::int32_t> id_of(std::string_view token) const;
  std::string token_of(std::int32_t id) const;  // empty if unknown
  std::size_t vocabulary_size() const;          // added tokens included
  std::optional<std::int32_t> unknown_id() const;
  bool cuts_left() const;           // whether its own truncation takes from the start of a text
  const std::string& file() const;  // for errors

 private:
  struct State;
  explicit Tokenizer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sonde
