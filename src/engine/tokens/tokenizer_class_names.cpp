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

}  // namespace

std::string_view class_stem(std::string_view name) {
  constexpr std::string_view kFast = "Fast";
  if (name.ends_with(kFast)) name.remove_suffix(kFast.size());
  const auto* other = std::ranges::find(kClassAliases, name, &ClassAlias::name);
  return other == kClassAliases.end() ? name : other->of;
}

}  // namespace sonde
