#include "data/capabilities.h"

#include <array>

namespace sonde {
namespace {

constexpr std::string_view kSilent = "Changes of meaning (silent failures in production)";
constexpr std::string_view kNoise = "Noise that should not matter";
constexpr std::string_view kComposition = "Composition";
constexpr std::string_view kSearch = "Search";
constexpr std::string_view kPeople = "Human ratings";

constexpr std::array kCapabilities{
    Capability{"negation", "Negation", kSilent, "detects negation", "misses negation"},
    Capability{"antonyms", "Opposites", kSilent, "notices opposite words",
               "overlooks opposite words"},
    Capability{"argument-order", "Who did what to whom", kSilent, "notices who did what to whom",
               "gets who did what to whom wrong"},
    Capability{"word-order", "Word order", kSilent, "notices word order", "gets word order wrong"},
    Capability{"facts", "Numbers, dates and names", kSilent, "notices changed numbers and names",
               "overlooks changed numbers and names"},
    Capability{"logic", "Quantity and obligation", kSilent, "notices how much and how certain",
               "overlooks how much and how certain"},
    Capability{"clauses", "Embedded clauses", kSilent, "understands embedded clauses",
               "misreads embedded clauses"},
    Capability{"meaning", "Same or changed meaning", kSilent,
               "tells a changed meaning from the same", "takes a changed meaning for the same"},
    Capability{"typos", "Typos", kNoise, "tolerates typos", "treats a typo as a change of meaning"},
    Capability{"synonyms", "Synonyms", kNoise, "keeps synonyms close",
               "doesn't keep synonyms close"},
    Capability{"rewording", "Harmless rewording", kNoise, "tolerates harmless rewording",
               "treats harmless rewording as a change of meaning"},
    Capability{"overlap", "Shared content", kComposition,
               "places what two sentences share close to both",
               "doesn't place what two sentences share close to both"},
    Capability{"difference", "Unshared content", kComposition,
               "picks out what only one sentence says",
               "doesn't pick out what only one sentence says"},
    Capability{"union", "Combined sentences", kComposition,
               "places a combined sentence between its parts",
               "doesn't place a combined sentence between its parts"},
    Capability{"search", "Search", kSearch, "finds the right passage among other passages",
               "doesn't find the right passage among other passages"},
    Capability{"similarity", "Human similarity", kPeople, "follows human ratings",
               "doesn't follow human ratings"},
    Capability{"structure", "Human similarity when words mislead", kPeople,
               "follows human ratings when shared words mislead",
               "doesn't follow human ratings when shared words mislead"},
};

}  // namespace

std::span<const Capability> capabilities() { return kCapabilities; }

}  // namespace sonde
