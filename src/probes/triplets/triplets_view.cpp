#include "probes/shared/kinds.h"
#include "probes/shared/probe_forms.h"

namespace sonde {
namespace {

ViewMenu test_menu() {
  return {"test",
          "Test",
          false,
          {{"plain", "Passes if S is closer to S+ than to S*."},
           {"negation-detection", "Passes if S is closer to S+ than to its negation S*."},
           {"negation-variants",
            "Passes if the two wordings S+ and S* of a negation are closer to each other than to "
            "S."},
           {"clause-relatedness",
            "Passes if S is closer to S+ than to S*, whose clauses are related in another way."},
           {"argument-sensitivity",
            "Passes if S is closer to its paraphrase S+ than S+ is to S*, whose arguments changed "
            "places."},
           {"fixed-point-reorder",
            "Passes if S is closer to S+ than to S*, which has its words in another order."}}};
}

// The rows of a triplet are S and S+, S and S*, S+ and S*.
ViewAnswer answer_triplet(const MeasuredItem& item) {
  ViewAnswer answer;
  for (std::size_t row = 0; row < item.numbers.rows(); ++row) {
    answer.similarities.push_back(item.numbers(row, 0));
  }
  answer.numbers = {item.results.at("margin")};
  answer.passes = item.results.at("accuracy");
  return answer;
}

}  // namespace

ItemView triplets_view() {
  return {{"triplet", "Triplets",
           "Is the sentence with the same meaning closer than the one with a changed meaning?"},
          {},
          test_menu(),
          {{"s", "S", "Sentence (S)", "A nurse is waking the patient."},
           {"plus", "S+", "Same meaning (S+)", "The patient is being woken by a nurse."},
           {"star", "S*", "Changed meaning (S*)", "The patient is waking a nurse."}},
          {{"s_plus", "S and S+"}, {"s_star", "S and S*"}, {"plus_star", "S+ and S*"}},
          {{"margin", "margin"}},
          true,
          "",
          answer_triplet};
}

}  // namespace sonde
