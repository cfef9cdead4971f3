#include "compare/subject_selection.h"

#include <algorithm>
#include <filesystem>

#include "base/names.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::string last_part(const std::string& run) {
  return std::filesystem::path(run).filename().string();
}

const std::string& name_of(std::span<const NamedRun> runs, const Chosen& chosen) {
  return runs[chosen.run].file->subjects()[chosen.subject].name;
}

// The run's prefix before a subject's name: its last part if that is enough.
std::string prefix(std::span<const NamedRun> runs, std::size_t run) {
  const std::string last = last_part(runs[run].name);
  const auto same = std::ranges::count_if(
      runs, [&](const NamedRun& other) { return last_part(other.name) == last; });
  return same == 1 ? last : runs[run].name;
}

std::string qualified(std::span<const NamedRun> runs, const Chosen& chosen) {
  return prefix(runs, chosen.run) + ":" + name_of(runs, chosen);
}

std::vector<Chosen> all_of(std::span<const NamedRun> runs) {
  std::vector<Chosen> all;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::uint32_t s = 0; s < runs[run].file->subjects().size(); ++s)
      all.push_back({run, s, {}});
  }
  return all;
}

std::vector<Chosen> named(std::span<const NamedRun> runs, const std::string& word) {
  std::vector<Chosen> by_name, by_run, by_last_part;
  for (const auto& one : all_of(runs)) {
    const std::string& name = name_of(runs, one);
    if (word == name) by_name.push_back(one);
    if (word == runs[one.run].name + ":" + name) by_run.push_back(one);
    if (word == last_part(runs[one.run].name) + ":" + name) by_last_part.push_back(one);
  }
  if (!by_name.empty()) return by_name;
  return by_run.empty() ? by_last_part : by_run;
}

[[noreturn]] void throw_unknown_subject(std::span<const NamedRun> runs, const std::string& word) {
  std::vector<std::string> known;
  for (const auto& one : all_of(runs)) {
    const std::string& name = name_of(runs, one);
    if (std::ranges::find(known, name) == known.end()) known.push_back(name);
  }
  throw_unknown("subject", word, known);
}

void check_one(std::span<const NamedRun> runs, const std::string& word,
               const std::vector<Chosen>& found) {
  if (found.size() == 1) return;
  std::string which;
  for (const auto& one : found) which += (which.empty() ? "" : " or ") + qualified(runs, one);
  throw usage_error("the subject '" + word + "' is in several runs", "choose one: " + which);
}

void set_labels(std::span<const NamedRun> runs, std::vector<Chosen>& chosen) {
  for (auto& one : chosen) {
    const std::string& name = name_of(runs, one);
    const auto same = std::ranges::count_if(
        chosen, [&](const Chosen& other) { return name_of(runs, other) == name; });
    one.label = same == 1 ? name : qualified(runs, one);
  }
}

}  // namespace

std::vector<Chosen> choose_subjects(std::span<const NamedRun> runs,
                                    const std::vector<std::string>& words) {
  std::vector<Chosen> chosen = words.empty() ? all_of(runs) : std::vector<Chosen>();
  for (const auto& word : words) {
    const auto found = named(runs, word);
    if (found.empty()) throw_unknown_subject(runs, word);
    if (words.size() > 1) check_one(runs, word, found);
    for (const auto& one : found) {
      if (std::ranges::find(chosen, one) != chosen.end())
        throw usage_error("the subject '" + word + "' is named twice");
      chosen.push_back(one);
    }
  }
  if (chosen.size() < 2) {
    throw usage_error("a comparison needs two subjects",
                      "name them with --subjects A B, or give two runs of the same subject");
  }
  set_labels(runs, chosen);
  return chosen;
}

}  // namespace sonde
