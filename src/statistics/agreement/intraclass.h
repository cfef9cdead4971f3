#pragma once

#include "statistics/agreement/ratings.h"
#include "statistics/resampling/resampled_measures.h"

namespace sonde {

// Intraclass correlations (Shrout and Fleiss, 1979, McGraw and Wong, 1996).
//
// icc_1: a single rating, one-way analysis of variance over all items that have a rating, with the
// mean number of ratings that unequal numbers require.
Measures intraclass_one_way(const Ratings& ratings);
// icc_2k (annotators are a sample, agreement) and icc_3k (these annotators, consistency) of the
// mean of all annotators, over the items that every annotator rated.
Measures intraclass_two_way(const Ratings& ratings);

}  // namespace sonde
