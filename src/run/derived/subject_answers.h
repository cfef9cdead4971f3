#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/tasks/context.h"
#include "run/values/values.h"
#include "sonde/matrix.h"

namespace sonde {

// The rows of a task in order, as learning sees them.
struct TaskRows {
  std::vector<double> gold;            // NaN: none
  std::vector<std::uint64_t> texts{};  // the texts of their items, in any order (rows that share)
                                       // them stay together when rows are parted
  std::vector<std::uint64_t> places;   // among all rows of the whole data set
  std::vector<std::uint32_t> item_of;  // a row
  std::vector<std::map<std::string, std::string>> labels;  // an item
};

bool has_gold(const TaskRows& rows);

// The features learned from a pair of vectors u and v.
struct PairFeatures {
  bool both = true;         // u, then v
  bool difference = false;  // |u - v|
  bool product = false;     // u v, number by number
  std::size_t parts() const;
};

// Gives the results of a run's subjects on whole tasks to the subjects made of them.
class SubjectAnswers {
 public:
  // It uses both as long as it is there.
  SubjectAnswers(const Encoded& encoded, const RunContext& context)
      : encoded_(encoded), context_(context) {}

  const TaskRows& rows(std::uint32_t task);
  // One per row: the cosine of its two vectors, or the value of a scorer or a derived subject.
  // Empty if the subject does not apply to the task.
  std::vector<double> similarities(std::uint32_t task, const std::string& subject);
  // A row of numbers each. NaN if a vector is undefined. No rows if the subject does not apply, or
  // has neither vectors nor features. Errors: kUsage if they take too much memory.
  MatrixOf<double> features(std::uint32_t task, const std::string& subject,
                            const PairFeatures& pair);

  // The task from which a subject that is trained on a data set (empty: on the measured one) learns
  // for `task`: the task itself if it is of that data set, else the first one of it that has gold
  // values. Errors: kUsage.
  std::uint32_t training_task(std::uint32_t task, const std::string& dataset,
                              const std::string& subject);
  const ListedTask& task(std::uint32_t number) const { return encoded_.tasks[number]; }
  const RunContext& context() const { return context_; }

 private:
  struct View {
    const EncodedSubject* subject;
    std::size_t view;
  };
  TaskRows read_rows(const ListedTask& task) const;
  std::optional<View> find_view(const std::string& name) const;
  const ScorerSubject* find_scorer(const std::string& name) const;
  VectorSource& source_of(std::uint32_t task, const EncodedSubject& subject);
  std::vector<double> ask(std::uint32_t task, const std::string& subject);
  std::vector<double> cosines(std::uint32_t task, const View& view);
  MatrixOf<double> pair_features(std::uint32_t task, const View& view, const PairFeatures& pair);
  MatrixOf<double> scorer_features(std::uint32_t task, Scorer& scorer);

  const Encoded& encoded_;
  const RunContext& context_;
  using OfTask = std::pair<std::uint32_t, std::string>;
  std::map<std::uint32_t, TaskRows> rows_;
  std::map<OfTask, std::vector<double>> similarities_;
  std::map<OfTask, std::unique_ptr<VectorSource>> fitted_;
};

}  // namespace sonde
