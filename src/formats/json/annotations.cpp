#include "formats/json/annotations.h"

#include <utility>

#include "base/parse.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestExport = std::size_t{256} << 20;  // bytes
constexpr std::string_view kTasksKey = "annotations";

std::string scalar_text(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

[[noreturn]] void throw_bad_task(const std::string& what, const Place& place) {
  throw input_error(what, place, "see docs/reference/agreement.md for what is read");
}

const json& member(const json& of, std::string_view key, const char* what, const Place& place) {
  const auto found = of.is_object() ? of.find(key) : of.end();
  if (found == of.end() || found->is_null()) throw_bad_task(what, place);
  return *found;
}

// Label Studio may write a user out: then the address or the number.
std::string annotator_of(const json& annotation, const Place& place) {
  for (const char* key : {"completed_by", "user", "annotator"}) {
    const auto found = annotation.find(key);
    if (found == annotation.end() || found->is_null()) continue;
    if (!found->is_object()) return scalar_text(*found);
    return scalar_text(
        member(*found, found->contains("email") ? "email" : "id", "a user without an id", place));
  }
  throw_bad_task("an annotation names no annotator", place);
}

// The value, or the only entry of a list.
std::string single_text(const json& value, const Place& place) {
  const json& one = value.is_array() && value.size() == 1 ? value.front() : value;
  if (one.is_structured()) throw_bad_task("an annotation is not a single text or number", place);
  return one.is_null() ? std::string() : scalar_text(one);
}

// Label Studio's result: its type names the member that has the value.
std::string result_text(const json& results, const Place& place) {
  if (results.empty()) return {};
  if (results.size() > 1) {
    throw_bad_task("an annotation has several results: export one question at a time", place);
  }
  const json& result = results.front();
  const json& type = member(result, "type", "a result without a type", place);
  const json& value = member(result, "value", "a result without a value", place);
  return single_text(member(value, scalar_text(type), "a result of an unknown form", place), place);
}

std::string annotation_text(const json& annotation, const Place& place) {
  if (!annotation.is_object()) throw_bad_task("an annotation is not an object", place);
  // Label Studio exports the draft of a task that a user skips.
  const auto skipped = annotation.find("was_cancelled");
  if (skipped != annotation.end() && *skipped == true) return {};
  if (const auto results = annotation.find("result"); results != annotation.end()) {
    return result_text(*results, place);
  }
  return single_text(member(annotation, "label", "an annotation without a label", place), place);
}

struct AnnotatedTask {
  json task;
  std::size_t line;
};

std::vector<AnnotatedTask> tasks_of(const std::string& text, const std::string& file) {
  std::vector<AnnotatedTask> tasks;
  if (trimmed(text).starts_with('[')) {
    for (auto& task : parse_json(text, file)) tasks.push_back({std::move(task), 1});
    return tasks;
  }
  std::size_t number = 0;
  for (const auto line : parts_of(text, '\n')) {
    ++number;
    if (!trimmed(line).empty()) tasks.push_back({parse_json(line, file), number});
  }
  return tasks;
}

// None if the file is of another kind, whose reader reports what is wrong with it.
std::vector<AnnotatedTask> annotated_tasks(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension != ".json" && extension != ".jsonl") return {};
  const std::string text = read_file(file, kLargestExport);
  if (text.find(kTasksKey) == text.npos) return {};
  try {
    auto tasks = tasks_of(text, file.string());
    if (!tasks.empty() && tasks.front().task.contains(kTasksKey)) return tasks;
  } catch (const Error&) {
  }
  return {};
}

void add_rows(const AnnotatedTask& task, Place place, std::vector<AnnotationRow>& rows) {
  place.line = task.line;
  place.item = scalar_text(member(task.task, "id", "a task without an id", place));
  for (const json& one : member(task.task, kTasksKey, "a task without annotations", place)) {
    const std::string value = annotation_text(one, place);
    rows.push_back({{place.item, annotator_of(one, place), value}, task.line});
  }
}

}  // namespace

std::optional<AnnotationReader> open_annotations(const std::filesystem::path& file) {
  const auto tasks = annotated_tasks(file);
  if (tasks.empty()) return std::nullopt;
  std::vector<AnnotationRow> rows{{{"item", "annotator", "value"}, 1}};
  for (const auto& task : tasks) add_rows(task, {file.string()}, rows);
  return AnnotationReader(file.string(), std::move(rows));
}

bool AnnotationReader::next(std::vector<std::string>& values) {
  if (next_ == rows_.size()) return false;
  const AnnotationRow& row = rows_[next_++];
  values.assign(row.values.begin(), row.values.end());
  place_.line = row.line;
  return true;
}

}  // namespace sonde
