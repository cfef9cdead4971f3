#pragma once

#include "apps/server/bench_views.h"
#include "workshop/rating/rater_answers.h"

namespace sonde {

// Each person's progress, the agreement so far and all remarks: GET /api/progress.
ServedJson organiser_view(const AnswerBook& book);

}  // namespace sonde
