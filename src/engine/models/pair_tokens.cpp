#include "engine/models/pair_tokens.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/config/json_fields.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestTokenizer = std::size_t{256} << 20;

// The processor that puts special tokens around texts, or null if none does.
json frame_processor(const json& processor) {
  if (!processor.is_object() || !processor.contains("type")) return nullptr;
  if (processor.at("type") != "Sequence") return processor;
  for (const auto& part : processor.value("processors", json::array())) {
    if (part.is_object() && part.contains("type") && part.at("type") != "ByteLevel") return part;
  }
  return nullptr;
}

// Shares `room` as tokenizers does.
std::array<std::size_t, 2> shares(std::array<std::size_t, 2> sizes, std::size_t room) {
  if (sizes[0] + sizes[1] <= room) return sizes;
  const bool swap = sizes[0] > sizes[1];
  std::size_t less = std::min(sizes[0], sizes[1]);
  std::size_t more = less > room ? less : std::max(less, room - less);
  if (less + more > room) {
    less = room / 2;
    more = less + room % 2;
  }
  if (swap) std::swap(less, more);
  return {less, more};
}

json rules_of(const ModelFolder& folder) {
  const std::string& rules = folder.tokenizer_settings.rules;
  return rules.empty() ? json::object() : json::parse(rules);
}

// Whether the tokenizer gives types to the model: as the folder lists its inputs, else as its class
// does.
bool gives_types(const ModelFolder& folder) {
  constexpr const char* kInputs = "model_input_names";
  const bool by_class = rules_of(folder).value("types", false);
  const auto file = folder.root / "tokenizer_config.json";
  if (!std::filesystem::exists(file)) return by_class;
  const auto config = JsonFields::read(file);
  if (!config.names(kInputs)) return by_class;
  const json& names = config.raw(kInputs);
  if (!names.is_array()) config.refuse(kInputs, "a list");
  return std::ranges::find(names, json("token_type_ids")) != names.end();
}

// BERT's and RoBERTa's processors. BERT gives the second sentence another type, RoBERTa separates
// the two by two tokens.
std::vector<PairPart> framed_parts(const json& processor, bool is_bert) {
  const auto first = processor.at("cls").at(1).get<std::int32_t>();
  const auto last = processor.at("sep").at(1).get<std::int32_t>();
  std::vector<PairPart> parts{{{}, first}, {0}, {{}, last}};
  if (!is_bert) parts.push_back({{}, last});
  parts.push_back({1, 0, is_bert});
  parts.push_back({{}, last, is_bert});
  return parts;
}

// A template lists the parts. A special token may have several ids.
std::vector<PairPart> template_parts(const json& processor) {
  std::vector<PairPart> parts;
  for (const auto& part : processor.at("pair")) {
    const bool special = part.contains("SpecialToken");
    const json& piece = part.at(special ? "SpecialToken" : "Sequence");
    const bool second = piece.at("type_id").get<std::int32_t>() == 1;
    if (!special) {
      parts.push_back({piece.at("id") == "A" ? 0U : 1U, 0, second});
      continue;
    }
    const auto& ids = processor.at("special_tokens").at(piece.at("id").get<std::string>());
    for (const auto& id : ids.at("ids")) parts.push_back({{}, id.get<std::int32_t>(), second});
  }
  return parts;
}

// No parts for a processor of another type. Throws json::exception for one that is not complete.
std::vector<PairPart> parts_of(const json& processor) {
  if (processor.is_null()) return {};
  const std::string type = processor.at("type").is_string() ? processor.at("type") : json("");
  if (type == "BertProcessing") return framed_parts(processor, true);
  if (type == "RobertaProcessing") return framed_parts(processor, false);
  if (type == "TemplateProcessing") return template_parts(processor);
  return {};
}

bool has_each_sentence_once(const std::vector<PairPart>& parts) {
  const auto count = [&](std::size_t sentence) {
    return std::ranges::count(parts, std::optional(sentence), &PairPart::sentence);
  };
  return count(0) == 1 && count(1) == 1;
}

json tokenizer_document(const ModelFolder& folder) {
  if (!folder.old_tokenizer) return read_json(folder.tokenizer, kLongestTokenizer);
  return parse_json(tokenizer_json(*folder.old_tokenizer, folder.transformer.vocabulary),
                    folder.tokenizer.string());
}

// The tokenizer's class joins sentences in its own way, whatever tokenizer.json has.
std::vector<PairPart> parts_of_class(const json& pair, const Tokenizer& tokenizer) {
  std::vector<PairPart> parts;
  for (const auto& part : pair) {
    const bool second = part.at("second").get<bool>();
    if (part.contains("sentence")) {
      parts.push_back({part.at("sentence").get<std::size_t>(), 0, second});
    } else {
      const auto id = tokenizer.id_of(part.at("token").get<std::string>());
      parts.push_back({{}, id.value_or(-1), second});
    }
  }
  return parts;
}

std::vector<PairPart> parts_of_file(const ModelFolder& folder) try {
  return parts_of(frame_processor(tokenizer_document(folder).value("post_processor", json())));
} catch (const json::exception&) {
  return {};
}

std::vector<PairPart> read_parts(const ModelFolder& folder, const Tokenizer& tokenizer) {
  const json frame = rules_of(folder).value(json::json_pointer("/build/frame"), json());
  auto parts =
      frame.is_null() ? parts_of_file(folder) : parts_of_class(frame.at("pair"), tokenizer);
  if (has_each_sentence_once(parts) && parts.size() > 2) return parts;
  throw input_error("does not define how two sentences are joined ('post_processor')",
                    {folder.tokenizer.string()},
                    "save the model's tokenizer again with transformers");
}

}  // namespace

PairTokenizer::PairTokenizer(const ModelFolder& folder, std::size_t max_tokens)
    : tokenizer_(load_tokenizer(folder)),
      parts_(read_parts(folder, tokenizer_)),
      vocabulary_(folder.transformer.vocabulary),
      typed_(folder.transformer.token_types > 1 && gives_types(folder)),
      cuts_left_(folder.cuts_left.value_or(tokenizer_.cuts_left())) {
  const std::size_t special = parts_.size() - 2;
  if (max_tokens < special + 2) {
    throw usage_error(
        "max_tokens=" + std::to_string(max_tokens) + " leaves no token for each sentence",
        "special tokens take " + std::to_string(special));
  }
  room_ = max_tokens - special;
}

std::vector<std::int32_t> PairTokenizer::sentence(std::string_view text) const {
  std::vector<std::int32_t> ids;
  tokenizer_.encode_plain(text, ids);
  return ids;
}

// Leaves the first tokens, or the last ones if the tokenizer cuts texts at their start.
void PairTokenizer::cut(std::vector<std::int32_t>& ids, std::size_t kept) const {
  const auto lost = static_cast<std::ptrdiff_t>(ids.size() - kept);
  if (cuts_left_) {
    ids.erase(ids.begin(), ids.begin() + lost);
  } else {
    ids.erase(ids.end() - lost, ids.end());
  }
}

void PairTokenizer::add(std::int32_t id, bool second_type, std::vector<std::int32_t>& ids) const {
  if (id < 0 || static_cast<std::size_t>(id) >= vocabulary_) {
    throw input_error("the tokenizer gives the token " + std::to_string(id) + " ('" +
                          tokenizer_.token_of(id) + "'), but the model has only " +
                          std::to_string(vocabulary_),
                      {tokenizer_.file()}, "tokenizer.json and the weights do not match");
  }
  const bool raised = typed_ && second_type;
  ids.push_back(id + (raised ? static_cast<std::int32_t>(vocabulary_) : 0));
}

PairTokens PairTokenizer::operator()(std::string_view first, std::string_view second) const {
  std::array<std::vector<std::int32_t>, 2> ids{sentence(first), sentence(second)};
  PairTokens tokens;
  tokens.total = {ids[0].size(), ids[1].size()};
  tokens.kept = shares(tokens.total, room_);
  for (std::size_t i = 0; i < ids.size(); ++i) cut(ids[i], tokens.kept[i]);
  for (const PairPart& part : parts_) {
    if (!part.sentence) {
      add(part.id, part.second_type, tokens.ids);
      continue;
    }
    for (const std::int32_t id : ids[*part.sentence]) add(id, part.second_type, tokens.ids);
  }
  return tokens;
}

}  // namespace sonde
