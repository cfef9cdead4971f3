#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "run/files/working_files.h"
#include "run/filtered.h"
#include "run/measure/streamed.h"
#include "run/vectors/vector_source.h"

namespace sonde {

// An encoder whose vectors are kept, or were measured where data sets are streamed.
struct EncodedSubject : ListedEncoder {
  std::unique_ptr<VectorSource> source;         // null: it is fitted on each data set
  std::unique_ptr<StreamedMeasuring> streamed;  // null: no data set is streamed, or it is fitted
  std::uint64_t streamed_texts = 0;             // of blocks, each without repetition
  std::vector<Text> noise_texts{};              // that its noise is measured on
  std::vector<double> noise_floors{};           // a view; empty: it gives the same bits each time
};

// The fourth stage: each distinct text of the items has its vectors.
struct Encoded {
  std::vector<ListedTask> tasks;
  std::vector<EncodedSubject> encoders;
  std::vector<ScorerSubject> scorers;
  std::vector<DerivedSubject> derived;
  std::uint64_t filtered = 0;  // texts encoded to filter
};

// What is made lasts in the files, whatever happens next.
Encoded encode_texts(Filtered filtered, WorkingFiles& files, RunContext& context);

// Which texts were encoded, now or before, until now.
RunSummary texts_encoded(const Encoded& encoded);

// The subjects as the run file has them: all views of the encoders, then the scorers, then
// what is derived of them.
std::vector<SubjectFacts> subjects_of(const Encoded& encoded);

}  // namespace sonde
