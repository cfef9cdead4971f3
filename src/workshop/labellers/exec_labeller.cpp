#include "workshop/labellers/exec_labeller.h"

#include <utility>

#include "roles/role_file.h"
#include "sonde/error.h"
#include "text/sentences.h"

namespace sonde {
namespace {

class ExecLabeller : public RoleLabeller {
 public:
  explicit ExecLabeller(LineChildOptions options) : child_(std::move(options)) {}

  std::vector<LabelledSentence> label(std::span<const std::string> sentences) override {
    std::vector<LabelledSentence> labelled;
    for (const auto& sentence : sentences) labelled.push_back(checked({ask(sentence), {}}));
    return labelled;
  }

 private:
  RoleFrame ask(const std::string& sentence) {
    const std::string answer = child_.ask(spaced_once(sentence));
    try {
      return parse_role_frame(answer, {});
    } catch (const Error& error) {
      child_.reject("its answer " + error.message(),
                    R"(answer each sentence with a line: {"Agent": "The dog", "Verb": "barks"})");
    }
  }

  LineChild child_;
};

}  // namespace

std::unique_ptr<RoleLabeller> make_exec_labeller(LineChildOptions options) {
  return std::make_unique<ExecLabeller>(std::move(options));
}

}  // namespace sonde
