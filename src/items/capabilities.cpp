#include <array>

#include "sonde/result.h"

namespace sonde {
namespace {

constexpr std::array kCapabilities{
    Capability{"similarity", "Human similarity", "Does similarity follow people's ratings?",
               "follows people's ratings", "doesn't follow people's ratings"},
    Capability{"structure", "Similarity where structure decides",
               "Does it follow people's ratings where the same words are put together otherwise?",
               "follows people's ratings where structure decides",
               "doesn't follow people's ratings where structure decides"},
    Capability{"negation", "Negation", "Does a negation move the vector more than a rewording?",
               "hears a negation", "takes a negation for a rewording"},
    Capability{"antonyms", "Antonyms", "Is the synonym nearer than the opposite?",
               "tells a synonym from its opposite", "takes an opposite for a synonym"},
    Capability{"argument-order", "Argument order", "Does it hear who did what to whom?",
               "hears who did what to whom", "doesn't hear who did what to whom"},
    Capability{"word-order", "Word order",
               "Is a paraphrase nearer than the same words in another order?", "hears word order",
               "doesn't hear word order"},
    Capability{"clauses", "Embedded clauses",
               "Is the clause that a sentence reports nearer than the sentence's denial?",
               "hears what an embedded clause says", "doesn't hear what an embedded clause says"},
    Capability{"typos", "Typos", "Does a typo cost less than the opposite meaning?",
               "forgives a typo", "takes a typo for a change of meaning"},
    Capability{"synonyms", "Synonyms", "Is the synonym nearer than an unrelated word?",
               "keeps synonyms near", "doesn't keep synonyms near"},
    Capability{"overlap", "Overlap", "Is what two sentences share near to both?",
               "puts what two sentences share between them",
               "doesn't put what two sentences share between them"},
    Capability{"difference", "Difference",
               "Is what only one sentence says near to it and far from the other?",
               "knows what only one of two sentences says",
               "doesn't know what only one of two sentences says"},
    Capability{"union", "Union", "Does a sentence that says both lie where the two suggest?",
               "puts what unites two sentences between them",
               "doesn't put what unites two sentences between them"},
};

}  // namespace

std::span<const Capability> capabilities() { return kCapabilities; }

}  // namespace sonde
