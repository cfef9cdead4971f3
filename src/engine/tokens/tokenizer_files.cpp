#include "engine/tokens/tokenizer_files.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "engine/tokens/tokenizer_class_names.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "formats/utf8.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kLongestVocabulary = std::size_t{64} << 20;
constexpr std::int64_t kLargestId = INT32_MAX;

// In transformers' order. "" means none.
constexpr std::array<const char*, 7> kRoles{"bos_token", "eos_token", "unk_token", "sep_token",
                                            "pad_token", "cls_token", "mask_token"};

using Names = std::array<std::string_view, kRoles.size()>;
constexpr Names kBertTokens{"", "", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"};
constexpr Names kMpnetTokens{"<s>", "</s>", "[UNK]", "</s>", "<pad>", "<s>", "<mask>"};
constexpr Names kRobertaTokens{"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"};
constexpr Names kGpt2Tokens{"<|endoftext|>", "<|endoftext|>", "<|endoftext|>", "", "", "", ""};

// Defaults of transformers' class for such a tokenizer.
struct TokenizerClass {
  std::string_view name;
  bool bytes;     // byte-level BPE, else WordPiece
  Names special;  // per role
};

// tokenizer_class_names.cpp has other names of these classes.
constexpr std::array<TokenizerClass, 4> kClasses{{
    {"BertTokenizer", false, kBertTokens},
    {"MPNetTokenizer", false, kMpnetTokens},
    {"RobertaTokenizer", true, kRobertaTokens},
    {"GPT2Tokenizer", true, kGpt2Tokens},
}};

[[noreturn]] void refuse(const fs::path& folder, const std::string& what) {
  const std::string name = "'" + folder.string() + "'";
  throw input_error(what, {folder.string()},
                    "convert it once: python3 -c \"from transformers import AutoTokenizer; "
                    "AutoTokenizer.from_pretrained(" +
                        name + ").save_pretrained(" + name + ")\"");
}

const TokenizerClass& class_named(const fs::path& folder, const std::string& name) {
  const auto stem = class_stem(name);
  const auto* found = std::ranges::find(kClasses, stem, &TokenizerClass::name);
  if (found == kClasses.end()) {
    refuse(folder, "has no tokenizer.json, and sonde makes none for a " + std::string(stem));
  }
  return *found;
}

void find_vocabulary(const fs::path& folder, bool bytes, TokenizerFiles& files) {
  files.vocabulary = folder / (bytes ? "vocab.json" : "vocab.txt");
  if (bytes) files.merges = folder / "merges.txt";
  const bool whole = fs::exists(files.vocabulary) && (!bytes || fs::exists(files.merges));
  if (whole) return;
  for (const char* model : {"spiece.model", "tokenizer.model", "sentencepiece.bpe.model"}) {
    if (fs::exists(folder / model)) {
      refuse(folder, "has no tokenizer.json, but SentencePiece's " + std::string(model) +
                         ", which sonde does not read");
    }
  }
  throw input_error(std::string("has no tokenizer.json, nor ") +
                        (bytes ? "vocab.json and merges.txt" : "vocab.txt"),
                    {folder.string()}, "fetch the model again");
}

SpecialToken described(const json& token, const std::string& file) {
  if (token.is_string()) return {token.get<std::string>()};
  const JsonFields parts(token, file);
  return {parts.text("content"), parts.flag("lstrip", false), parts.flag("rstrip", false),
          parts.flag("single_word", false), parts.flag("normalized", false)};
}

// The files that may define a special token, by transformers' precedence.
class SpecialTokens {
 public:
  SpecialTokens(const fs::path& folder, const JsonFields& config, const JsonFields& map,
                const JsonFields& added)
      : folder_(folder), config_(config), map_(map), added_(added) {
    if (!config_.has("added_tokens_decoder")) return;
    newer_ = true;
    const JsonFields decoder(config_.at("added_tokens_decoder"), config_.file());
    for (const auto& id : decoder.names()) {
      decoded_.push_back(described(decoder.at(id), config_.file()));
    }
  }

  // Empty without a token.
  SpecialToken of_role(const TokenizerClass& known, std::size_t role) const {
    SpecialToken token{std::string(known.special[role])};
    // MPNet's mask takes the space before it.
    token.lstrip = known.special == kMpnetTokens && std::string_view(kRoles[role]) == "mask_token";
    if (config_.has(kRoles[role])) token = given(config_, role, token);
    if (!newer_ && map_.has(kRoles[role])) token = given(map_, role, token);
    const auto found = std::ranges::find(decoded_, token.content, &SpecialToken::content);
    return found == decoded_.end() ? token : *found;
  }

  // Tokens other than those of the roles would need the rules of the version that added them.
  void check_others(std::span<const SpecialToken> special) const {
    for (const auto& token : decoded_) check(special, token.content);
    for (const auto& token : added_.names()) check(special, token);
    for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
      for (const JsonFields* fields : {&config_, &map_}) {
        if (!fields->has(key)) continue;
        for (const auto& token : fields->at(key)) {
          check(special, described(token, fields->file()).content);
        }
      }
    }
  }

 private:
  // A name alone leaves the rules as they are.
  static SpecialToken given(const JsonFields& fields, std::size_t role, SpecialToken otherwise) {
    const auto& token = fields.at(kRoles[role]);
    if (!token.is_string()) return described(token, fields.file());
    otherwise.content = token.get<std::string>();
    return otherwise;
  }

  void check(std::span<const SpecialToken> special, const std::string& token) const {
    if (std::ranges::count(special, token, &SpecialToken::content) > 0) return;
    refuse(folder_, "has no tokenizer.json, and the added token '" + token + "'");
  }

  const fs::path& folder_;
  const JsonFields& config_;
  const JsonFields& map_;
  const JsonFields& added_;
  bool newer_ = false;  // and then special_tokens_map.json doesn't count
  std::vector<SpecialToken> decoded_;
};

void read_special(const TokenizerClass& known, const SpecialTokens& tokens, TokenizerFiles& files) {
  std::array<std::string, kRoles.size()> of_role;
  for (std::size_t role = 0; role < kRoles.size(); ++role) {
    const auto token = tokens.of_role(known, role);
    of_role[role] = token.content;
    const bool is_known =
        std::ranges::count(files.special, token.content, &SpecialToken::content) > 0;
    if (!token.content.empty() && !is_known) files.special.push_back(token);
  }
  tokens.check_others(files.special);
  files.unknown = of_role[2];
  if (known.special == kGpt2Tokens) return;
  files.first = of_role[5];
  files.last = of_role[3];
  files.between = known.special == kBertTokens ? "" : files.last;
}

// The lines of a text file. The last may have no line end.
std::vector<std::string> lines_of(const fs::path& file) {
  const std::string text = read_file(file, kLongestVocabulary);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.pop_back();
    }
    lines.push_back(std::move(line));
    if (find_invalid_utf8(lines.back()) != std::string_view::npos) {
      throw input_error("is not valid UTF-8", {file.string(), lines.size()}, "fetch it again");
    }
    at = end + 1;
  }
  return lines;
}

json read_word_pieces(const fs::path& file) {
  json vocabulary = json::object();
  std::size_t id = 0;
  for (auto& token : lines_of(file)) {
    if (!vocabulary.emplace(token, id).second) {
      throw input_error("has the token '" + token + "' twice", {file.string(), id + 1},
                        "fetch the model again");
    }
    ++id;
  }
  return vocabulary;
}

json read_byte_pieces(const fs::path& file) {
  json vocabulary = read_json(file, kLongestVocabulary);
  if (!vocabulary.is_object()) throw input_error("is not a JSON object", {file.string()});
  std::set<std::int64_t> ids;
  for (const auto& [token, id] : vocabulary.items()) {
    if (!id.is_number_unsigned() ||
        id.get<std::uint64_t>() > static_cast<std::uint64_t>(kLargestId)) {
      throw input_error("the token '" + token + "' has no id", {file.string()}, "fetch it again");
    }
    if (!ids.insert(id.get<std::int64_t>()).second) {
      throw input_error("has the id " + id.dump() + " twice, of '" + token + "' too",
                        {file.string()}, "fetch the model again");
    }
  }
  return vocabulary;
}

// A line has two tokens. The first may have the version.
json read_merges(const fs::path& file) {
  json merges = json::array();
  std::size_t number = 0;
  for (const auto& line : lines_of(file)) {
    ++number;
    if (line.empty() || line.starts_with("#version")) continue;
    const auto space = line.find(' ');
    if (space == 0 || space == line.npos || line.find(' ', space + 1) != line.npos) {
      throw input_error("'" + line.substr(0, 80) + "' is not two tokens", {file.string(), number},
                        "fetch the model again");
    }
    merges.push_back({line.substr(0, space), line.substr(space + 1)});
  }
  return merges;
}

// Puts the special tokens that fit after the vocabulary.
json add_special(const TokenizerFiles& files, json& ids, std::size_t rows) {
  json added = json::array();
  for (const auto& token : files.special) {
    if (!ids.contains(token.content)) {
      if (ids.size() >= rows) continue;
      ids[token.content] = ids.size();
    }
    added.push_back({{"id", ids.at(token.content)},
                     {"content", token.content},
                     {"single_word", token.single_word},
                     {"lstrip", token.lstrip},
                     {"rstrip", token.rstrip},
                     {"normalized", token.normalized},
                     {"special", true}});
  }
  std::sort(added.begin(), added.end(),
            [](const json& a, const json& b) { return a.at("id") < b.at("id"); });
  return added;
}

// The special tokens around one text and around two.
json frame_of(const TokenizerFiles& files, const json& ids) {
  if (files.first.empty()) return nullptr;
  const auto sequence = [](const char* id, int type) {
    return json{{"Sequence", {{"id", id}, {"type_id", type}}}};
  };
  const auto special = [](const std::string& id, int type) {
    return json{{"SpecialToken", {{"id", id}, {"type_id", type}}}};
  };
  const int second = files.between.empty() ? 1 : 0;  // if types exist
  json one{special(files.first, 0), sequence("A", 0), special(files.last, 0)};
  json two = one;
  if (!files.between.empty()) two.push_back(special(files.between, 0));
  two.push_back(sequence("B", second));
  two.push_back(special(files.last, second));
  json tokens = json::object();
  for (const auto& token : {files.first, files.last}) {
    if (!ids.contains(token)) {
      throw input_error("has no token '" + token + "', which surrounds every text",
                        {files.vocabulary.string()}, "fetch the model again");
    }
    tokens[token] = {{"id", token}, {"ids", {ids.at(token)}}, {"tokens", {token}}};
  }
  return {
      {"type", "TemplateProcessing"}, {"single", one}, {"pair", two}, {"special_tokens", tokens}};
}

json word_pieces(const TokenizerFiles& files, const json& vocabulary) {
  return {{"type", "WordPiece"},
          {"unk_token", files.unknown},
          {"continuing_subword_prefix", "##"},
          {"max_input_chars_per_word", 100},
          {"vocab", vocabulary}};
}

json byte_pairs(const TokenizerFiles& files, const json& vocabulary) {
  return {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"continuing_subword_prefix", ""},
          {"end_of_word_suffix", ""},
          {"vocab", vocabulary},
          {"merges", read_merges(files.merges)}};
}

}  // namespace

TokenizerFiles find_tokenizer_files(const fs::path& folder, const JsonFields& config,
                                    const JsonFields& map, const JsonFields& added,
                                    std::string_view otherwise) {
  const std::string name = config.text("tokenizer_class", std::string(otherwise));
  const auto& known = class_named(folder, name);
  TokenizerFiles files;
  find_vocabulary(folder, known.bytes, files);
  for (const char* key : {"add_bos_token", "add_eos_token"}) {
    if (config.flag(key, false)) {
      refuse(folder, "has no tokenizer.json, and '" + std::string(key) + "'");
    }
  }
  files.prefix_space = config.flag("add_prefix_space", false);
  read_special(known, SpecialTokens(folder, config, map, added), files);
  return files;
}

std::string tokenizer_json(const TokenizerFiles& files, std::size_t rows) {
  const bool bytes = !files.merges.empty();
  const json vocabulary =
      bytes ? read_byte_pieces(files.vocabulary) : read_word_pieces(files.vocabulary);
  json ids = vocabulary;
  json document{{"version", "1.0"}, {"truncation", nullptr}, {"padding", nullptr}};
  document["added_tokens"] = add_special(files, ids, rows);
  document["post_processor"] = frame_of(files, ids);
  document["decoder"] = nullptr;
  if (bytes) {
    document["normalizer"] = nullptr;
    document["pre_tokenizer"] = {{"type", "ByteLevel"},
                                 {"add_prefix_space", files.prefix_space},
                                 {"trim_offsets", true},
                                 {"use_regex", true}};
    document["model"] = byte_pairs(files, vocabulary);
  } else {
    document["normalizer"] = {{"type", "BertNormalizer"},
                              {"clean_text", true},
                              {"handle_chinese_chars", true},
                              {"strip_accents", nullptr},
                              {"lowercase", true}};
    document["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
    document["model"] = word_pieces(files, vocabulary);
  }
  return document.dump();
}

}  // namespace sonde
