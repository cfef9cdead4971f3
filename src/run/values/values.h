// Values that each stage of a run passes to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "run/items/listed_task.h"
#include "run/measure/streamed_measuring.h"
#include "run/tasks/derived.h"
#include "run/tasks/encoder_subject.h"
#include "run/tasks/task.h"
#include "run/vectors/vector_source.h"
#include "sonde/scorer.h"

namespace sonde {

// The first stage: a run's questions and its subjects.
struct Planned {
  std::vector<Task> tasks;
  std::vector<EncoderSubject> encoders;
  std::vector<DerivedSubject> derived;
};

struct ListedEncoder : EncoderSubject {
  std::uint64_t texts = 0;  // distinct ones of own items to encode, but for streamed data sets
};

struct ScorerSubject {
  Spec spec;
  std::vector<std::unique_ptr<Scorer>> by_task;  // null: not applicable there
  Identity identity;
};

// The second stage: the questions, with the contents of the data sets.
struct Listed {
  std::vector<ListedTask> tasks;
  std::vector<ListedEncoder> encoders;
  std::vector<ScorerSubject> scorers;
  std::vector<DerivedSubject> derived;
};

// The third stage: of tasks whose probe has a filter, the items that pass.
struct Filtered {
  std::vector<ListedTask> tasks;
  std::vector<ListedEncoder> encoders;
  std::vector<ScorerSubject> scorers;
  std::vector<DerivedSubject> derived;
  std::uint64_t encoded = 0;  // texts, to filter
};

// An encoder whose vectors are stored, or were measured if data sets are streamed.
struct EncodedSubject : ListedEncoder {
  std::unique_ptr<VectorSource> source;         // null: it is fitted on each data set
  std::unique_ptr<StreamedMeasuring> streamed;  // null: no data set is streamed, or it is fitted
  std::uint64_t streamed_texts = 0;             // in blocks, each without repetition
  std::vector<Text> noise_texts{};              // that its noise is measured on
  std::vector<double> noise_floors{};  // per view (empty: it gives the same bits each time)
};

// The fourth stage: each distinct text of the items has its vectors.
struct Encoded {
  std::vector<ListedTask> tasks;
  std::vector<EncodedSubject> encoders;
  std::vector<ScorerSubject> scorers;
  std::vector<DerivedSubject> derived;
  std::uint64_t filtered = 0;  // texts encoded to filter
};

}  // namespace sonde
