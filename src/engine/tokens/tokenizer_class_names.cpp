#include "engine/tokens/tokenizer_class_names.h"

#include <algorithm>
#include <array>

namespace sonde {
namespace {

// Other names of the same classes.
struct ClassAlias {
  std::string_view name, of;
};
constexpr std::array<ClassAlias, 14> kClassAliases{{
    {"DistilBertTokenizer", "BertTokenizer"},
    {"ElectraTokenizer", "BertTokenizer"},
    {"ConvBertTokenizer", "BertTokenizer"},
    {"MobileBertTokenizer", "BertTokenizer"},
    {"SqueezeBertTokenizer", "BertTokenizer"},
    {"LayoutLMTokenizer", "BertTokenizer"},
    {"LxmertTokenizer", "BertTokenizer"},
    {"DPRQuestionEncoderTokenizer", "BertTokenizer"},
    {"DPRContextEncoderTokenizer", "BertTokenizer"},
    {"DPRReaderTokenizer", "BertTokenizer"},
    {"BartTokenizer", "RobertaTokenizer"},
    {"LongformerTokenizer", "RobertaTokenizer"},
    {"LEDTokenizer", "RobertaTokenizer"},
    {"MvpTokenizer", "RobertaTokenizer"},
}};

// Classes whose model_input_names have token_type_ids in transformers 5, and aliases that differ.
constexpr std::array<std::string_view, 3> kTyped{"BertTokenizer", "DebertaTokenizer",
                                                 "DebertaV2Tokenizer"};
constexpr std::array<std::string_view, 2> kUntyped{"DistilBertTokenizer", "DPRReaderTokenizer"};

std::string_view without_fast(std::string_view name) {
  constexpr std::string_view kFast = "Fast";
  if (name.ends_with(kFast)) name.remove_suffix(kFast.size());
  return name;
}

}  // namespace

std::string_view class_stem(std::string_view name) {
  name = without_fast(name);
  const auto* other = std::ranges::find(kClassAliases, name, &ClassAlias::name);
  return other == kClassAliases.end() ? name : other->of;
}

bool class_gives_types(std::string_view name) {
  return std::ranges::find(kUntyped, without_fast(name)) == kUntyped.end() &&
         std::ranges::find(kTyped, class_stem(name)) != kTyped.end();
}

}  // namespace sonde
