// A project's files, concatenated with \x01 between: accepted input has no turn without an item,
// and a state for each answer.
#include <stdlib.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/parse.h"
#include "sonde/error.h"
#include "workshop/rating/rater_answers.h"
#include "workshop/rating/rating_results.h"

namespace {

namespace fs = std::filesystem;

class ProjectFolder {
 public:
  ProjectFolder() {
    std::string name = (fs::temp_directory_path() / "sonde-rating-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~ProjectFolder() { fs::remove_all(path_); }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const fs::path& project_folder() {
  static const ProjectFolder folder;
  return folder.path();
}

void check(const sonde::RatingProject& project) {
  for (std::size_t rater = 0; rater < project.raters.size(); ++rater) {
    for (const auto item : project.raters[rater].turns) {
      if (item >= project.items.size()) std::abort();
      const auto order = sonde::shown_order(project, rater, item);
      if (order.size() != project.items[item].texts.size()) std::abort();
    }
  }
  const auto answers = sonde::read_answers(project_folder(), project);
  if (sonde::rating_files(project, answers).size() < 2) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parts = sonde::parts_of({reinterpret_cast<const char*>(data), size}, '\x01');
  std::size_t part = 0;
  for (const char* name :
       {"project.toml", "items.tsv", "people.tsv", "plan.tsv", "answers.ledger"}) {
    std::ofstream(project_folder() / name, std::ios::binary)
        << (part < parts.size() ? parts[part] : std::string_view());
    ++part;
  }
  try {
    check(sonde::read_project(project_folder()));
  } catch (const sonde::Error&) {
  }
  return 0;
}
