#include "engine/tokens/tokenizer_class.h"

#include <algorithm>
#include <array>

#include "engine/tokens/tokenizer_class_names.h"
#include "engine/tokens/tokenizer_roles.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::string_view kSpace = "\u2581";

json sequence_of(const char* list, json parts) {
  return {{"type", "Sequence"}, {list, std::move(parts)}};
}

json replacing(const char* kind, std::string_view pattern, std::string_view by) {
  return {{"type", "Replace"}, {"pattern", {{kind, pattern}}}, {"content", by}};
}

json part_of_type(const char* type) { return {{"type", type}}; }

json split_bytes(bool prefix_space, bool split = true) {
  return {{"type", "ByteLevel"},
          {"add_prefix_space", prefix_space},
          {"trim_offsets", true},
          {"use_regex", split}};
}

json metaspace(std::string_view scheme, bool split = true) {
  return {
      {"type", "Metaspace"}, {"replacement", kSpace}, {"prepend_scheme", scheme}, {"split", split}};
}

json words_and_spaces(bool prefix_space) {
  return sequence_of("pretokenizers", {part_of_type("WhitespaceSplit"),
                                       metaspace(prefix_space ? "always" : "never")});
}

// A place for the rules that SentencePiece compiled, which tokenizer.json has.
json precompiled() { return part_of_type("Precompiled"); }

json no_normalizer(const JsonFields&) { return nullptr; }
json only_precompiled(const JsonFields&) { return precompiled(); }
json composed(const JsonFields&) { return part_of_type("NFC"); }
json bert_words(const JsonFields&) { return part_of_type("BertPreTokenizer"); }

json bert_normalizer(const JsonFields& config) {
  return {{"type", "BertNormalizer"},
          {"clean_text", true},
          {"handle_chinese_chars", config.flag("tokenize_chinese_chars", true)},
          {"strip_accents",
           config.has("strip_accents") ? json(config.flag("strip_accents", true)) : json(nullptr)},
          {"lowercase", config.flag("do_lower_case", true)}};
}

json quotes() { return {replacing("String", "``", "\""), replacing("String", "''", "\"")}; }

json albert_normalizer(const JsonFields& config) {
  json parts = quotes();
  if (!config.flag("keep_accents", false)) {
    parts.push_back(part_of_type("NFKD"));
    parts.push_back(part_of_type("StripAccents"));
  }
  if (config.flag("do_lower_case", true)) parts.push_back(part_of_type("Lowercase"));
  parts.push_back(precompiled());
  return sequence_of("normalizers", std::move(parts));
}

json xlnet_normalizer(const JsonFields& config) {
  json parts = quotes();
  parts.push_back(part_of_type("NFKD"));
  parts.push_back(part_of_type("StripAccents"));
  if (config.flag("do_lower_case", false)) parts.push_back(part_of_type("Lowercase"));
  parts.push_back(precompiled());
  return sequence_of("normalizers", std::move(parts));
}

json deberta_v2_normalizer(const JsonFields& config) {
  json parts = json::array();
  if (config.flag("do_lower_case", false)) parts.push_back(part_of_type("Lowercase"));
  parts.push_back(replacing("Regex", "\\s{2,}|[\\n\\r\\t]", " "));
  parts.push_back(part_of_type("NFC"));
  parts.push_back({{"type", "Strip"}, {"strip_left", false}, {"strip_right", true}});
  return sequence_of("normalizers", std::move(parts));
}

json deberta_v2_words(const JsonFields& config) {
  json parts = json::array();
  if (config.flag("split_by_punct", false)) {
    parts.push_back({{"type", "Punctuation"}, {"behavior", "Isolated"}});
  }
  parts.push_back(metaspace(config.flag("add_prefix_space", true) ? "always" : "first"));
  return sequence_of("pretokenizers", std::move(parts));
}

json gemma_normalizer(const JsonFields&) { return replacing("String", " ", kSpace); }

json gemma_words(const JsonFields&) {
  return {{"type", "Split"},
          {"pattern", {{"String", " "}}},
          {"behavior", "MergedWithPrevious"},
          {"invert", false}};
}

json llama_words(const JsonFields& config) {
  if (!config.flag("add_prefix_space", true)) return metaspace("never", false);
  return metaspace(config.flag("legacy", false) ? "always" : "first", false);
}

json qwen2_words(const JsonFields& config) {
  constexpr std::string_view kPattern =
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
  return sequence_of("pretokenizers", {{{"type", "Split"},
                                        {"pattern", {{"Regex", kPattern}}},
                                        {"behavior", "Isolated"},
                                        {"invert", false}},
                                       split_bytes(config.flag("add_prefix_space", false), false)});
}

json byte_words(const JsonFields& config) {
  return split_bytes(config.flag("add_prefix_space", false));
}
json piece_words(const JsonFields& config) {
  return words_and_spaces(config.flag("add_prefix_space", true));
}
json pieces_after_space(const JsonFields&) { return words_and_spaces(true); }

// How two sentences are joined. `first` and `last` are the tokens around one.
enum class PairJoin {
  kNone,      // in a way that sonde does not run
  kTyped,     // first A last B last, of which the last two have the second type
  kDoubled,   // first A last last B last
  kRepeated,  // first A last B last
  kOnce,      // first A B last
};

// Tokens around a text, by role, if they are not those in tokenizer.json.
struct TextFrame {
  bool own = false;
  TokenRole first = TokenRole::kNone;
  std::array<TokenRole, 2> last{TokenRole::kNone, TokenRole::kNone};
  PairJoin join = PairJoin::kNone;
};
constexpr TextFrame framed(TokenRole first, TokenRole last, PairJoin join,
                           TokenRole at_end = TokenRole::kNone) {
  return {true, first, {last, at_end}, join};
}
constexpr TextFrame kFromFile{};
constexpr TextFrame kEmpty{true};
constexpr TextFrame kClsSep = framed(TokenRole::kCls, TokenRole::kSep, PairJoin::kTyped);
constexpr TextFrame kClsSepSep = framed(TokenRole::kCls, TokenRole::kSep, PairJoin::kDoubled);
constexpr TextFrame kBosEos = framed(TokenRole::kBos, TokenRole::kEos, PairJoin::kDoubled);
constexpr TextFrame kEos = framed(TokenRole::kNone, TokenRole::kEos, PairJoin::kRepeated);
// XLNet's last token has a third type in pairs.
constexpr TextFrame kSepCls =
    framed(TokenRole::kNone, TokenRole::kSep, PairJoin::kNone, TokenRole::kCls);
constexpr TextFrame kEosLanguage =
    framed(TokenRole::kNone, TokenRole::kEos, PairJoin::kOnce, TokenRole::kLanguage);

// The unknown token: a role's, or the one with that id. Byte-level models have none.
constexpr int kByRole = -1, kNoUnknown = -2, kByKey = -3;

struct BuiltClass {
  std::string_view name, model;
  json (*normalizer)(const JsonFields& config);
  json (*words)(const JsonFields& config);
  TextFrame frame;
  RoleTokens tokens;
  int unknown = kNoUnknown;
  bool has_byte_tokens = false;  // for characters that the vocabulary lacks
};

// transformers 5. Roles in the order bos, eos, unk, sep, pad, cls, mask.
constexpr RoleTokens kBertRoles{{"", "", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"}};
constexpr RoleTokens kMpnetRoles{{"<s>", "</s>", "[UNK]", "</s>", "<pad>", "<s>", "<mask>"}, true};
constexpr RoleTokens kRobertaRoles{{"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"}};
constexpr RoleTokens kDebertaRoles{{"[CLS]", "[SEP]", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"},
                                   true};
constexpr RoleTokens kDebertaV2Roles{
    {"[CLS]", "[SEP]", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"}};
constexpr RoleTokens kAlbertRoles{{"[CLS]", "[SEP]", "<unk>", "[SEP]", "<pad>", "[CLS]", "[MASK]"}};
constexpr RoleTokens kXlnetRoles{{"<s>", "</s>", "<unk>", "<sep>", "<pad>", "<cls>", "<mask>"},
                                 true};
constexpr RoleTokens kT5Roles{{"", "</s>", "<unk>", "", "<pad>", "", ""}};
constexpr RoleTokens kGpt2Roles{
    {"<|endoftext|>", "<|endoftext|>", "<|endoftext|>", "", "", "", ""}};
constexpr RoleTokens kNeoxRoles{
    {"<|endoftext|>", "<|endoftext|>", "<|endoftext|>", "", "<|padding|>", "", ""}};
constexpr RoleTokens kGemmaRoles{{"<bos>", "<eos>", "<unk>", "", "<pad>", "", "<mask>"}};
constexpr RoleTokens kLlamaRoles{{"<s>", "</s>", "<unk>", "", "", "", ""}};
constexpr RoleTokens kQwen2Roles{
    {"", "<|endoftext|>", "<|endoftext|>", "", "<|endoftext|>", "", ""}, false, true};
constexpr RoleTokens kMbartRoles{{"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"}, true};

constexpr std::array<BuiltClass, 16> kBuiltClasses{{
    {"BertTokenizer", "WordPiece", bert_normalizer, bert_words, kClsSep, kBertRoles, kByRole},
    {"MPNetTokenizer", "WordPiece", bert_normalizer, bert_words, kClsSepSep, kMpnetRoles, kByRole},
    {"RobertaTokenizer", "BPE", no_normalizer, byte_words, kClsSepSep, kRobertaRoles},
    {"DebertaTokenizer", "BPE", no_normalizer, byte_words, kClsSepSep, kDebertaRoles},
    {"GPT2Tokenizer", "BPE", no_normalizer, byte_words, kFromFile, kGpt2Roles},
    {"GPTNeoXTokenizer", "BPE", composed, byte_words, kEmpty, kNeoxRoles},
    {"Qwen2Tokenizer", "BPE", composed, qwen2_words, kFromFile, kQwen2Roles},
    {"GemmaTokenizer", "BPE", gemma_normalizer, gemma_words, kFromFile, kGemmaRoles, kByRole, true},
    {"LlamaTokenizer", "BPE", no_normalizer, llama_words, kFromFile, kLlamaRoles, kNoUnknown, true},
    {"AlbertTokenizer", "Unigram", albert_normalizer, piece_words, kClsSep, kAlbertRoles, 1},
    {"XLMRobertaTokenizer", "Unigram", only_precompiled, piece_words, kBosEos, kRobertaRoles, 3},
    {"CamembertTokenizer", "Unigram", only_precompiled, piece_words, kBosEos, kMbartRoles, kByRole},
    {"DebertaV2Tokenizer", "Unigram", deberta_v2_normalizer, deberta_v2_words, kClsSep,
     kDebertaV2Roles, kByRole},
    {"XLNetTokenizer", "Unigram", xlnet_normalizer, pieces_after_space, kSepCls, kXlnetRoles,
     kByKey},
    {"T5Tokenizer", "Unigram", only_precompiled, pieces_after_space, kEos, kT5Roles, 2},
    {"MBartTokenizer", "Unigram", no_normalizer, pieces_after_space, kEosLanguage, kMbartRoles, 3},
}};

// transformers' other classes that build their own tokenizer. For any other name it takes
// tokenizer.json as it is.
constexpr std::array<std::string_view, 39> kOwnBuild{
    "BarthezTokenizer",      "BartphoTokenizer",    "BertGenerationTokenizer",
    "BertJapaneseTokenizer", "BertweetTokenizer",   "BigBirdTokenizer",
    "BioGptTokenizer",       "BlenderbotTokenizer", "BlenderbotSmallTokenizer",
    "ByT5Tokenizer",         "CLIPTokenizer",       "CanineTokenizer",
    "CodeGenTokenizer",      "CodeLlamaTokenizer",  "CohereTokenizer",
    "CpmTokenizer",          "EsmTokenizer",        "FNetTokenizer",
    "FlaubertTokenizer",     "FunnelTokenizer",     "GPTSw3Tokenizer",
    "HerbertTokenizer",      "LukeTokenizer",       "M2M100Tokenizer",
    "MBart50Tokenizer",      "MarianTokenizer",     "NllbTokenizer",
    "OpenAIGPTTokenizer",    "PLBartTokenizer",     "PegasusTokenizer",
    "PhobertTokenizer",      "ReformerTokenizer",   "RemBertTokenizer",
    "RoCBertTokenizer",      "RoFormerTokenizer",   "XLMTokenizer",
    "LayoutLMv2Tokenizer",   "MarkupLMTokenizer",   "TapasTokenizer",
};

// Families for which transformers ignores the class that the folder names.
constexpr std::array<std::string_view, 3> kDistrusted{"modernbert", "phi3", "qwen2"};
// Families for which it takes tokenizer.json as it is, whatever class the folder names.
constexpr std::array<std::string_view, 5> kAsFiled{"mistral", "modernbert", "olmo2", "phi3",
                                                   "umt5"};
// Families without a class.
constexpr std::array<std::string_view, 2> kUnregistered{"llama", "openelm"};
constexpr std::string_view kAsItIs = "TokenizersBackend";

template <class Rows>
bool is_among(const Rows& rows, std::string_view name) {
  return std::ranges::find(rows, name) != rows.end();
}

std::string_view registered_class(const TokenizerFacts& facts) {
  if (is_among(kUnregistered, facts.names.model_type)) return "";
  return is_among(kAsFiled, facts.names.model_type) ? kAsItIs : facts.names.registered;
}

// AutoTokenizer's choice.
std::string class_of(const TokenizerFacts& facts) {
  const std::string given = facts.config.text("tokenizer_class", facts.names.named);
  const std::string registered(registered_class(facts));
  if (given.empty()) return registered.empty() ? std::string(kAsItIs) : registered;
  const bool distrusted = registered == kAsItIs || is_among(kDistrusted, facts.names.model_type);
  return !registered.empty() && distrusted ? registered : given;
}

void check_class(const JsonFields& config, const std::string& name) {
  if (!is_among(kOwnBuild, name)) return;
  throw input_error("names " + name + ", which builds its own tokenizer: sonde does not know how",
                    {config.file()},
                    "\"tokenizer_class\": \"TokenizersBackend\" takes tokenizer.json as it is");
}

json unknown_of(const BuiltClass& known, const TokenizerFacts& facts, const Roles& roles) {
  if (known.unknown == kNoUnknown) return nullptr;
  if (known.unknown == kByRole) return roles.token(TokenRole::kUnk);
  if (known.unknown != kByKey) return known.unknown;
  return facts.config.has("unk_id") ? facts.config.integer("unk_id", 0, INT32_MAX) : 0;
}

// Two sentences, 0 and 1, and the tokens around them.
json pair_of(PairJoin join, const json& first, const json& last) {
  json parts = json::array();
  const auto add = [&](const json& tokens, bool second) {
    for (const auto& token : tokens) parts.push_back({{"token", token}, {"second", second}});
  };
  const bool typed = join == PairJoin::kTyped;
  add(first, false);
  parts.push_back({{"sentence", 0}, {"second", false}});
  if (join != PairJoin::kOnce) add(last, false);
  if (join == PairJoin::kDoubled) add(last, false);
  parts.push_back({{"sentence", 1}, {"second", typed}});
  add(last, typed);
  return parts;
}

json text_frame_of(const TextFrame& frame, const Roles& roles) {
  json first = json::array(), last = json::array();
  if (frame.first != TokenRole::kNone) first.push_back(roles.token(frame.first));
  for (const TokenRole role : frame.last) {
    if (role != TokenRole::kNone) last.push_back(roles.token(role));
  }
  json pair = frame.join == PairJoin::kNone ? json() : pair_of(frame.join, first, last);
  return {{"first", first}, {"last", last}, {"pair", std::move(pair)}};
}

}  // namespace

std::string tokenizer_rules(const TokenizerFacts& facts) {
  const std::string chosen = class_of(facts);
  const std::string name(class_stem(chosen));
  check_class(facts.config, name);
  const auto* known = std::ranges::find(kBuiltClasses, name, &BuiltClass::name);
  const bool builds = known != kBuiltClasses.end();
  const Roles roles(facts.config, facts.map, facts.added, builds ? known->tokens : RoleTokens{},
                    name);
  json rules = facts.has_file ? roles.added() : json::object();
  rules["class"] = name;
  rules["types"] = class_gives_types(chosen);
  if (!builds) return rules.dump();
  rules["build"] = {{"model", known->model},
                    {"normalizer", known->normalizer(facts.config)},
                    {"pre_tokenizer", known->words(facts.config)},
                    {"has_byte_tokens", known->has_byte_tokens},
                    {"unknown", unknown_of(*known, facts, roles)}};
  if (facts.has_file && known->frame.own)
    rules["build"]["frame"] = text_frame_of(known->frame, roles);
  return rules.dump();
}

}  // namespace sonde
