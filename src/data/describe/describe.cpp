#include "data/describe/describe.h"

#include <functional>
#include <future>
#include <optional>
#include <set>
#include <utility>

#include "base/default_model.h"
#include "base/output_file.h"
#include "data/describe/lengths.h"
#include "data/describe/overlap_figures.h"
#include "probes/shared/incomplete_record.h"
#include "run/tasks/task.h"
#include "sonde/error.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

RunPlan run_plan(const DescribePlan& plan) {
  RunPlan run;
  run.datasets = plan.datasets;
  run.probes = plan.probes;
  run.resources = plan.resources;
  return run;
}

// False if records are single sentences.
bool has_pairs(const Task& task) { return count_columns(task.card, task.probe->fields()) > 1; }

// The sentences that are not made from others, blank ones too.
void each_original(const Task& task, const std::function<void(std::string_view)>& take) {
  const bool pairs = has_pairs(task);
  read_records(task.card, task.probe->fields(), [&](Record&& record) {
    if (!pairs) return take(record.values[0]), true;
    for (const auto& text : made_item(*task.probe, std::move(record)).texts) {
      if (text.original) take(text.text);
    }
    return true;
  });
}

// Items until there is enough for threads to share.
class Batch {
 public:
  bool add(Item&& item) {
    for (const auto& text : item.texts) bytes_ += text.text.size();
    items_.push_back(std::move(item));
    return items_.size() >= kMostItems || bytes_ >= kMostBytes;
  }
  std::vector<Item> take() {
    bytes_ = 0;
    return std::exchange(items_, {});
  }

 private:
  static constexpr std::size_t kMostItems = 16384;
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;
  std::vector<Item> items_;
  std::size_t bytes_ = 0;
};

// The tokenizer is loaded while the first items are read.
std::vector<Result> overlap_of(const Task& task, const DescribePlan& plan, Lengths& lengths) {
  auto loading = std::async(std::launch::async, [&] {
    return Tokenizer::load(default_model_folder(plan.resources) / "tokenizer.json");
  });
  std::optional<Tokenizer> tokenizer;
  std::optional<OverlapFigures> figures;
  Batch batch;
  const auto flush = [&] {
    if (!tokenizer) figures.emplace(tokenizer.emplace(loading.get()), plan.threads);
    figures->add(batch.take());
  };
  read_records(task.card, task.probe->fields(), [&](Record&& record) {
    Item item = made_item(*task.probe, std::move(record));
    for (const auto& text : item.texts) {
      if (text.original) lengths.add(text.text);
    }
    if (batch.add(std::move(item))) flush();
    return true;
  });
  flush();
  return figures->results();
}

std::vector<Result> describe_task(const Task& task, const DescribePlan& plan) {
  Lengths lengths;
  std::vector<Result> results;
  if (has_pairs(task)) {
    results = overlap_of(task, plan, lengths);
  } else {
    each_original(task, [&](std::string_view sentence) { lengths.add(sentence); });
  }
  const auto of_lengths = lengths.results();
  if (of_lengths.front().n == 0) {
    throw input_error("it has no sentence", {task.card.file.string()}, "name another data set");
  }
  results.insert(results.end(), of_lengths.begin(), of_lengths.end());
  for (auto& result : results) {
    result.probe = task.spec.text;
    result.dataset = task.card.name;
  }
  return results;
}

std::set<std::size_t> lengths_of(const Task& task) {
  std::set<std::size_t> lengths;
  each_original(task, [&](std::string_view sentence) { lengths.insert(count_words(sentence)); });
  lengths.erase(0);
  return lengths;
}

}  // namespace

std::vector<Result> describe(const DescribePlan& plan) {
  std::vector<Result> all;
  for (const auto& task : tasks_of(run_plan(plan))) {
    auto results = describe_task(task, plan);
    all.insert(all.end(), std::make_move_iterator(results.begin()),
               std::make_move_iterator(results.end()));
  }
  return all;
}

KeptSentences keep_lengths_like(const DescribePlan& plan, const std::string& like,
                                const fs::path& out) {
  if (plan.datasets.size() != 1) {
    throw usage_error("sentences can be selected from one data set at a time", "name one");
  }
  check_output(out, kPlainOutput, false, "--out");
  DescribePlan other = plan;
  other.datasets = {like};
  const auto lengths = lengths_of(tasks_of(run_plan(other)).front());
  if (lengths.empty()) throw input_error("it has no sentence", {like}, "name another data set");
  KeptSentences kept;
  std::string lines;
  each_original(tasks_of(run_plan(plan)).front(), [&](std::string_view sentence) {
    ++kept.read;
    if (!lengths.contains(count_words(sentence))) return;
    if (sentence.find_first_of("\n\r") != sentence.npos) {
      throw input_error("a sentence has a line end in it", {plan.datasets.front()},
                        "the selected sentences are written one per line");
    }
    ++kept.kept;
    lines.append(sentence) += '\n';
  });
  write_output(out, kPlainOutput, false, "--out", lines);
  return kept;
}

}  // namespace sonde
