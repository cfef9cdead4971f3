#include "run/files/out_file.h"

#include <string>

#include "base/output_file.h"
#include "sonde/error.h"
#include "sonde/run_file.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// Reads all parts, so that each checksum is checked.
void read_all(const RunFile& file) {
  for (std::uint32_t task = 0; task < file.tasks().size(); ++task) {
    file.items(task, [](auto, auto) {});
    for (std::uint32_t subject = 0; subject < file.subjects().size(); ++subject) {
      file.measurements(task, subject);
      file.fitted(task, subject);
    }
  }
  file.remarks([](const TextRemark&) {});
  file.results();
  file.series();
}

// The plan of the run that a file holds. Empty without a file, or for a damaged one that may be
// replaced. A file that isn't a run never may: it is the user's own. A run of the wanted plan must
// be sound in all parts.
std::string plan_at(const fs::path& file, bool replaceable, const std::string& wanted) {
  if (!fs::exists(file)) return {};
  check_output(file, kRunOutput, true, "--out");
  try {
    const auto there = open_run_file(file);
    if (there->facts().plan == wanted) read_all(*there);
    return there->facts().plan;
  } catch (const Error& error) {  // an unreadable file may be sound
    if (replaceable && error.kind() == ErrorKind::kInput) return {};
    throw;
  }
}

}  // namespace

std::vector<std::string> doubts_of(const Listed& listed) {
  std::vector<std::string> doubts;
  const auto add = [&](const Spec& spec, const Identity& identity) {
    if (!identity.doubt.empty()) doubts.push_back("'" + spec.name + "': " + identity.doubt);
  };
  for (const auto& subject : listed.encoders) add(subject.spec, subject.encoder->views().front());
  for (const auto& subject : listed.scorers) add(subject.spec, subject.identity);
  for (const auto& task : listed.tasks) {
    for (const auto& filter : task.filter) add(filter.spec, filter.identity);
  }
  return doubts;
}

bool up_to_date(const RunPlan& plan, const Digest& digest, bool doubtful) {
  const std::string wanted = digest.hex();
  const std::string there = plan_at(plan.out, plan.replace, wanted);
  const bool same = there == wanted;
  if (same && !doubtful) return true;
  if (there.empty() || plan.replace) return false;
  throw usage_error(
      "the file " + plan.out.string() +
          (same ? " holds a run of an encoder that may have changed since" : " holds another run"),
      "choose another --out, or use --replace");
}

}  // namespace sonde
