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

// Whether the model takes types. It always does, unless the folder lists its inputs without them.
bool gives_types(const ModelFolder& folder) {
  const auto file = folder.root / "tokenizer_config.json";
  if (!std::filesystem::exists(file)) return true;
  const auto config = JsonFields::read(file);
  if (!config.has("model_input_names")) return true;
  const auto& names = config.at("model_input_names");
  return std::ranges::find(names, json("token_type_ids")) != names.end();
}

}  // namespace

std::vector<PairTokenizer::Part> PairTokenizer::read_parts(const ModelFolder& folder) {
  const std::string file = folder.tokenizer.string();
  const auto refuse = [&]() -> std::vector<Part> {
    throw input_error("does not define how two sentences are joined ('post_processor')", {file},
                      "save the model's tokenizer again with transformers");
  };
  const auto document =
      folder.old_tokenizer
          ? parse_json(tokenizer_json(*folder.old_tokenizer, folder.transformer.vocabulary), file)
          : read_json(folder.tokenizer, kLongestTokenizer);
  const json processor = frame_processor(document.value("post_processor", json()));
  if (processor.is_null()) return refuse();
  const std::string type = processor.at("type").is_string() ? processor.at("type") : json("");
  std::vector<Part> parts;
  try {
    if (type == "RobertaProcessing" || type == "BertProcessing") {
      const auto first = processor.at("cls").at(1).get<std::int32_t>();
      const auto last = processor.at("sep").at(1).get<std::int32_t>();
      const bool bert = type == "BertProcessing";
      parts = {{{}, first}, {0}, {{}, last}};
      if (!bert) parts.push_back({{}, last});
      parts.push_back({1, 0, bert});
      parts.push_back({{}, last, bert});
    } else if (type == "TemplateProcessing") {
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
    }
  } catch (const json::exception&) {
    return refuse();
  }
  const auto stands = [&](std::size_t sentence) {
    return std::ranges::count(parts, std::optional(sentence), &Part::sentence) == 1;
  };
  const bool whole = stands(0) && stands(1) && parts.size() > 2;
  return whole ? parts : refuse();
}

PairTokenizer::PairTokenizer(const ModelFolder& folder, std::size_t max_tokens)
    : tokenizer_(load_tokenizer(folder)),
      parts_(read_parts(folder)),
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

PairTokens PairTokenizer::operator()(std::string_view first, std::string_view second) const {
  std::array<std::vector<std::int32_t>, 2> ids{sentence(first), sentence(second)};
  PairTokens tokens;
  tokens.total = {ids[0].size(), ids[1].size()};
  tokens.kept = shares(tokens.total, room_);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto cut = static_cast<std::ptrdiff_t>(tokens.total[i] - tokens.kept[i]);
    ids[i].erase(cuts_left_ ? ids[i].begin() : ids[i].end() - cut,
                 cuts_left_ ? ids[i].begin() + cut : ids[i].end());
  }
  const auto add = [&](std::int32_t id, bool second_type) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary_) {
      throw input_error("the tokenizer gives the token " + std::to_string(id) + " ('" +
                            tokenizer_.token_of(id) + "'), but the model has only " +
                            std::to_string(vocabulary_),
                        {tokenizer_.file()}, "tokenizer.json and the weights do not match");
    }
    const bool raised = typed_ && second_type;
    tokens.ids.push_back(id + (raised ? static_cast<std::int32_t>(vocabulary_) : 0));
  };
  for (const Part& part : parts_) {
    if (!part.sentence) {
      add(part.id, part.second_type);
      continue;
    }
    for (const std::int32_t id : ids[*part.sentence]) add(id, part.second_type);
  }
  return tokens;
}

}  // namespace sonde
