#include "probes/curves/curves_options.h"
#include "probes/shared/kinds.h"
#include "probes/shared/probe_forms.h"

namespace sonde {

CorpusView curves_view() {
  return {{"curves", "Curves", "How well does an encoder separate filler words from negations?"},
          "Concept separation curves",
          {{"by", "place"}},
          {{{"fuzz", "fuzz_terms", "Filler words", kSameLabel, "mean: fillers"},
            {"negation", "negation_terms", "Negation words", "negates it", "mean: negations"}}},
          // The paper's words for English and Dutch; for others, articles and the plain negation.
          {{"en", "English", {"a, the", "not"}},
           {"nl", "Dutch", {"de, het", "niet"}},
           {"de", "German", {"der, die, das", "nicht"}},
           {"fr", "French", {"le, la", "pas"}},
           {"es", "Spanish", {"el, la", "no"}},
           {"it", "Italian", {"il, la", "non"}},
           {"pt", "Portuguese", {"o, a", "não"}}},
          "The river floods the lower meadows every spring.\n"
          "Our neighbours repair old bicycles in their garage.\n"
          "The library stores its maps in a cool basement.\n"
          "She writes to her grandmother once a week.\n"
          "The ferry leaves the harbour at half past six.\n"
          "Most bakers start their work long before dawn.\n"
          "The new bridge carries trams and pedestrians.\n"
          "He hides the spare key under a flower pot.\n"
          "The museum shows paintings from three centuries.\n"
          "Farmers in the valley grow apples and plums."};
}

}  // namespace sonde
