#include "encoders/transformer/folder_options.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/names.h"
#include "base/parse.h"
#include "engine/graph/kernel_choice.h"
#include "engine/graph/transformer.h"
#include "engine/graph/weight_memory.h"
#include "sonde/error.h"

namespace sonde {
namespace {

bool looks_like_a_name(const std::string& prompt) {
  const auto may_be_in_name = [](char c) {
    return ascii::is_letter(c) || ascii::is_digit(c) || c == '-' || c == '_';
  };
  return !prompt.empty() && std::ranges::all_of(prompt, may_be_in_name);
}

// Refuses a name that the folder does not have: the word would be joined to each text's first one.
void check_prompt(const std::string& prompt, const ModelFolder& folder) {
  if (!looks_like_a_name(prompt)) return;
  std::vector<std::string> names;
  for (const auto& [name, text] : folder.prompts) names.push_back(name);
  const std::string known = names.empty() ? "it has none;" : "it has " + first_of(names) + ";";
  throw usage_error("the model has no prompt '" + prompt + "'",
                    did_you_mean(prompt, names, known) +
                        " if it is the prompt itself, end it with a space: " + prompt + "%20");
}

std::string shown_step(const HeadStep& step) {
  if (const auto* truncate = std::get_if<TruncateFacts>(&step)) {
    return "truncate " + std::to_string(truncate->size);
  }
  const auto* dense = std::get_if<DenseFacts>(&step);
  if (dense == nullptr) return "normalize";
  return "dense " + std::to_string(dense->in) + " " + std::to_string(dense->out) +
         (dense->bias ? " bias" : "") + (dense->tanh ? " tanh" : "");
}

Pooling parse_way(std::string_view name, const ModelFolder& folder) {
  const Pooling pooling = find_row(pooling_names(), "pooling", name).pooling;
  const Family* const family = folder.transformer.family;
  if (pooling == Pooling::kPooler && (family == nullptr || family->pooler.empty())) {
    throw usage_error(
        (family == nullptr ? "ONNX models"
                           : "models of the family " + std::string(family->model_type)) +
            " have no pooler",
        "use another pooling, for instance cls");
  }
  return pooling;
}

}  // namespace

std::vector<Poolings> parse_pooling(Options& options, const ModelFolder& folder) {
  const std::string list = options.text("pooling", "");
  if (list.empty()) return {folder.poolings};
  std::vector<Poolings> ways;
  for (const auto name : parts_of(list, ',')) {
    ways.push_back({parse_way(name, folder)});
    if (std::ranges::count(ways, ways.back()) > 1) {
      throw usage_error("pooling '" + std::string(name) + "' is named twice");
    }
  }
  return ways;
}

std::vector<HeadStep> parse_head(Options& options, const ModelFolder& folder) {
  auto head = folder.head;
  const bool normalizes = !head.empty() && std::holds_alternative<NormalizeFacts>(head.back());
  const bool wanted = options.flag("normalize", normalizes);
  if (normalizes && !wanted) head.pop_back();
  if (!normalizes && wanted) head.emplace_back(NormalizeFacts{});
  return head;
}

std::string prompt_named(const std::string& prompt, const ModelFolder& folder) {
  const auto named = folder.prompts.find(prompt);
  if (named != folder.prompts.end()) return named->second;
  check_prompt(prompt, folder);
  return prompt;
}

void parse_prompts(Options& options, const ModelFolder& folder, SentenceFrame& frame) {
  const std::string both = options.text("prompt", folder.default_prompt);
  frame.prompt = prompt_named(options.text("query", both), folder);
  const std::string second = prompt_named(options.text("document", both), folder);
  if (second != frame.prompt) frame.second_prompt = second;
}

Digest with_second_prompt(const Digest& one, const SentenceFrame& frame) {
  return frame.second_prompt ? digest_of(one, "second side", *frame.second_prompt) : one;
}

void tell_prompts(const SentenceFrame& frame, Identity& identity) {
  const auto add = [&](const char* name, const std::string& prompt) {
    if (!prompt.empty()) identity.facts.emplace_back(name, prompt);
  };
  identity.sided = frame.second_prompt.has_value();
  add(identity.sided ? "prompt of the first side" : "prompt", frame.prompt);
  if (identity.sided) add("prompt of the second side", *frame.second_prompt);
}

std::string parse_template(Options& options, std::span<const Poolings> ways) {
  const bool masked = std::ranges::count(ways, Poolings{Pooling::kMask}) > 0;
  if (!masked) return {};  // so that the option is refused as unknown
  if (ways.size() > 1) {
    throw usage_error("pooling=mask cannot be combined: its template changes the text",
                      "name it as a separate encoder");
  }
  const std::string text = options.text("template", "");
  if (text.empty()) {
    throw usage_error("pooling=mask needs template=",
                      "for instance template=This sentence means [MASK]: {}");
  }
  return text;
}

IgnoredKeys parse_ignored(Options& options) {
  const bool named = options.has("ignore");
  const std::string list = options.text("ignore", "");
  return named ? IgnoredKeys(list) : IgnoredKeys();
}

std::optional<States> parse_states(Options& options) {
  const std::string name = options.choice("states", "", {"encoder", "decoder"});
  if (name.empty()) return std::nullopt;
  return name == "encoder" ? States::kEncoder : States::kDecoder;
}

std::string told_assumptions(const ModelFolder& folder, const Spec& spec) {
  const auto is_given = [&](const std::string& about) {
    const auto& options = spec.options;
    return options.contains(about) ||
           (about == "prompt" && (options.contains("query") || options.contains("document")));
  };
  std::string told;
  for (const auto& [about, text] : folder.assumed) {
    if (!is_given(about)) told += (told.empty() ? "" : "; ") + about + " " + text;
  }
  return told;
}

std::size_t parse_max_tokens(Options& options, const ModelFolder& folder) {
  return options.count("max_tokens", folder.max_tokens, 1, folder.transformer.positions);
}

Precision parse_precision(Options& options, const ModelFolder& folder) {
  std::vector<std::string> names;
  for (const auto& row : precision_names()) names.emplace_back(row.name);
  const std::string name = options.choice("precision", "f32", names);
  const auto precision =
      std::ranges::find(precision_names(), name, &PrecisionName::name)->precision;
  check_precision(precision, folder.transformer);
  return precision;
}

GraphOptions parse_graph(Options& options, const ModelFolder& folder, const Weights& weights,
                         std::size_t threads) {
  GraphOptions graph;
  graph.threads = threads;
  graph.precision = parse_precision(options, folder);
  graph.kernels =
      kernels_named(options.text("kernels", "own"), folder.transformer, graph.precision);
  graph.memory =
      memory_for(folder.transformer, stored_weights(weights), graph, parse_memory(options));
  return graph;
}

std::optional<Memory> parse_memory(Options& options) {
  const std::string fast(name_of(Memory::kFast)), least(name_of(Memory::kLeast));
  const std::string name = options.choice("memory", "", {fast, least});
  if (name.empty()) return std::nullopt;
  return name == fast ? Memory::kFast : Memory::kLeast;
}

std::string joined(std::span<const Pooling> poolings) {
  std::string text;
  for (const Pooling pooling : poolings) {
    text += (text.empty() ? "" : "+") + std::string(name_of(pooling));
  }
  return text;
}

std::string pooling_view(std::span<const Pooling> poolings) {
  return "pooling=" + joined(poolings);
}

std::string shown(std::span<const HeadStep> head) {
  std::string text;
  for (const auto& step : head) text += shown_step(step) + ", ";
  return text;
}

bool normalizes(std::span<const HeadStep> head) {
  return !head.empty() && std::holds_alternative<NormalizeFacts>(head.back());
}

}  // namespace sonde
