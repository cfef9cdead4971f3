#pragma once

#include "formats/lexicons/verb_forms.h"
#include "formats/lexicons/wordnet.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_choice.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/lexicon/unrelated_words.h"
#include "workshop/language/minimal_pairs/slot_words.h"

namespace sonde {

// The sources of words for minimal pairs. Some refer to others.
struct PairSources {
  PairSources() = default;
  PairSources(const PairSources&) = delete;
  PairSources& operator=(const PairSources&) = delete;

  SlotLexicon slot_lexicon() const { return {forms, lexicon, counts, senses}; }

  VerbForms forms{kWordNetFolder};
  Lexicon lexicon{kWordNetFolder};
  SenseCounts counts{kWordNetFolder};
  ExampleSenses examples{kWordNetFolder};
  SenseChooser senses{kWordNetFolder, lexicon, counts, examples};
  UnrelatedWords unrelated{lexicon, counts};
};

}  // namespace sonde
