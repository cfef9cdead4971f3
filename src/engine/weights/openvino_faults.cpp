#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "base/printable.h"
#include "engine/weights/openvino_core.h"

namespace sonde {
namespace {

constexpr std::size_t kLongestWords = 160;  // bytes of OpenVINO's words

// Lines that only name places in OpenVINO, or report an error without its cause.
bool is_noise(std::string_view line) {
  constexpr std::array<std::string_view, 12> kNoise{".cpp:",
                                                    ".hpp:",
                                                    "Check '",
                                                    "Exception from",
                                                    "FrontEnd API failed",
                                                    "Summary",
                                                    "Available frontends",
                                                    "Loading input model",
                                                    "Model wasn't fully converted",
                                                    "Please check",
                                                    "detailed log",
                                                    "Unable to read the model"};
  return line.empty() || std::ranges::any_of(kNoise, [&](std::string_view sign) {
           return line.find(sign) != line.npos;
         });
}

std::string words_of(const ov::Exception& error) {
  std::string words;
  std::istringstream lines(error.what());
  for (std::string line; std::getline(lines, line);) {
    if (is_noise(line)) continue;
    line.erase(0, std::min(line.find_first_not_of("- "), line.size()));
    words += (words.empty() ? "" : "; ") + line;
  }
  return shortened(words, kLongestWords);
}

std::string in_brackets(const std::string& words) {
  return words.empty() ? "" : " (OpenVINO: " + words + ")";
}

// Kinds of faults in ONNX models, by a sign in the message.
struct OnnxFault {
  std::string_view sign, what, advice;
  bool has_words = false;  // the message names the cause
};
constexpr std::string_view kExportAgain = "export or download the model again";
constexpr std::string_view kStandardExport =
    "export it with operations of the ONNX standard, for instance: optimum-cli export onnx --model "
    "MODEL --task feature-extraction FOLDER";
constexpr std::array<OnnxFault, 5> kOnnxFaults{{
    {"can't be parsed", "is not a whole ONNX model: it is cut or damaged", kExportAgain},
    {"Unable to read the model", "is not an ONNX model", kExportAgain},
    {"No conversion rule found", "has operations that can't be run", kStandardExport, true},
    {"externally stored data", "and the weights next to it do not fit together", kExportAgain,
     true},
    {"", "is an ONNX model with contradictions", kExportAgain, true},
}};

}  // namespace

void throw_onnx_fault(const ov::Exception& error, const std::string& file) {
  const std::string_view all = error.what();
  const auto& [sign, what, advice, has_words] = *std::ranges::find_if(
      kOnnxFaults, [&](const OnnxFault& fault) { return all.find(fault.sign) != all.npos; });
  throw input_error(std::string(what) + (has_words ? in_brackets(words_of(error)) : ""), {file},
                    std::string(advice));
}

void throw_run_fault(const ov::Exception& error, const std::string& file) {
  throw outside_error("this model can't be run" + in_brackets(words_of(error)), {file},
                      "free memory, or download the model again; if it happens again, report it");
}

}  // namespace sonde
