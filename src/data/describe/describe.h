// Statistics of a data set: how many words its pairs share, how long its sentences are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sonde/resources.h"
#include "sonde/result.h"
#include "sonde/subject.h"

namespace sonde {

struct DescribePlan {
  std::vector<std::string> datasets;  // names, cards, files
  std::vector<Spec> probes;           // how to read them (empty: as the data sets define)
  Resources resources;                // tokens are those of the default model's vocabulary
  std::size_t threads = 0;            // 0: all of the machine's
};

// Of each data set, as results of the subject "data" without intervals: they speak of these
// sentences, not of others drawn likewise.
//   pairs, all and by row label (slice "pair=LABEL"): mean ROUGE F1 in [0, 1] (rouge1, rouge2,
//   rougeL) as Google's rouge_score without stemming, word_overlap F1 of words of any script;
//   token_distance, Levenshtein's over bert-base-uncased's word pieces by the longer length; tokens
//   a sentence, neither [CLS] nor [SEP] (Chiang et al., 2023, appendix B). Not of data sets of
//   single sentences.
//   originals: sentences, words by white space, shares of lengths words_0_9 ... words_50_more.
// Errors: kUsage, kInput.
std::vector<Result> describe(const DescribePlan& plan);

struct KeptSentences {
  std::uint64_t read = 0;
  std::uint64_t kept = 0;
};

// Writes the originals of the plan's one data set that have as many words as some original of
// `like`, one per line in order, to a new file that replaces `out` when it is whole: the filtered
// corpora of the curves paper. Errors: kUsage if `out` exists or is one of the sets, kInput,
// kOutside.
KeptSentences keep_lengths_like(const DescribePlan& plan, const std::string& like,
                                const std::filesystem::path& out);

}  // namespace sonde
