#include "report/subject_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/number_format.h"

namespace sonde {

std::vector<const SubjectFacts*> by_group(const RunFile& file) {
  std::vector<const SubjectFacts*> subjects;
  std::map<std::string, std::size_t> groups;
  for (const auto& subject : file.subjects()) {
    groups.emplace(subject.group, groups.size());
    subjects.push_back(&subject);
  }
  std::stable_sort(subjects.begin(), subjects.end(), [&](const auto* a, const auto* b) {
    return groups[a->group] < groups[b->group];
  });
  return subjects;
}

bool has_groups(const RunFile& file) {
  return std::ranges::any_of(file.subjects(),
                             [](const SubjectFacts& subject) { return !subject.group.empty(); });
}

std::string group_mean(const std::vector<const Result*>& members) {
  double sum = 0;
  std::size_t count = 0;
  for (const auto* result : members) {
    if (result == nullptr || std::isnan(result->value)) continue;
    sum += result->value;
    ++count;
  }
  if (count == 0) return "undefined";
  const std::string mean = rounded(sum / static_cast<double>(count));
  return count == members.size() ? mean : fmt::format("{} ({} of {})", mean, count, members.size());
}

}  // namespace sonde
