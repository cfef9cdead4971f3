#include "workshop/makers/fusions/fusion_options.h"

#include <algorithm>

#include "base/parse.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "formats/utf8.h"
#include "sonde/error.h"
#include "sonde/subject.h"
#include "workshop/makers/option_table.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr double kFusionTemperature = 0.5;
constexpr std::size_t kLongestPrompt = std::size_t{1} << 16;  // bytes

// Facts of appendix A.1 in our words: a paraphraser, both sentences, a number of words.
constexpr const char* kSystem = "You put sentences into other words.";
constexpr const char* kPrompt =
    "Merge these two sentences into one of at most {limit} words. Answer with that sentence "
    "alone.\n{A}\n{B}";

std::string text_of_file(const std::string& file, const std::string& otherwise) {
  if (file.empty()) return otherwise;
  const std::string text = read_file_or_pipe(file, kLongestPrompt);
  if (find_invalid_utf8(text) != text.npos || text.find('\0') != text.npos) {
    throw input_error("is not UTF-8 text", {file}, "save it as UTF-8");
  }
  return std::string(trimmed(text));
}

const OptionTable& own_table() {
  static const OptionTable table{
      {"temperature", "X", with_default("0 to 2", kFusionTemperature)},
      {"word-limit", "X",
       with_default("longest fusion, as a share of the words of both sentences",
                    FusionOptions().share)},
      {"system", "FILE", "the system message, with {A}, {B}, {limit}; an empty file for none"},
      {"prompt", "FILE", "the user message, with the same placeholders"},
      {"ledger", "FILE", "store questions and answers in this file; default: OUT.ledger"}};
  return table;
}

}  // namespace

std::span<const MakerOption> fusion_option_table() {
  static const auto table =
      joined({chat_option_table(), own_table().rows(), server_option_table()});
  return table;
}

FusionOptions read_fusion_options(const MakeRequest& request) {
  const Spec spec{"sonde make fusions", "", "fusions", "", "", request.options};
  Options given(spec);
  FusionOptions options;
  options.chat = read_chat_options(given, kFusionTemperature, request.variable);
  options.share = bounded(given, "word-limit", options.share, 0.01, 10);
  options.prompt.system = text_of_file(given.text("system", ""), kSystem);
  options.prompt.user = text_of_file(given.text("prompt", ""), kPrompt);
  check_prompt(options.prompt);
  options.ledger = given.text("ledger", request.out.string() + ".ledger");
  given.done();
  return options;
}

json fusion_origin(const FusionOptions& options) {
  json origin{{"url", options.chat.server.url},       {"model", options.chat.model},
              {"system", options.prompt.system},      {"prompt", options.prompt.user},
              {"word-limit", options.share},          {"draws", options.chat.draws},
              {"parameters", options.chat.parameters}};
  if (options.chat.seed) origin["seed"] = *options.chat.seed;
  return origin;
}

}  // namespace sonde
