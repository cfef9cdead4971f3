#pragma once

#include <array>
#include <string_view>

namespace sonde {

// WordNet lists irregular forms without saying which is the past tense and which the participle.
struct IrregularVerb {
  std::string_view base, past, participle;
};

// The verbs of which the two differ. Verbs made of them ("overtake", "undo") follow them.
constexpr std::array kIrregularVerbs{
    IrregularVerb{"be", "was", "been"},
    IrregularVerb{"arise", "arose", "arisen"},
    IrregularVerb{"awake", "awoke", "awoken"},
    IrregularVerb{"bear", "bore", "borne"},
    IrregularVerb{"beat", "beat", "beaten"},
    IrregularVerb{"become", "became", "become"},
    IrregularVerb{"behold", "beheld", "beheld"},
    IrregularVerb{"begin", "began", "begun"},
    IrregularVerb{"bite", "bit", "bitten"},
    IrregularVerb{"blow", "blew", "blown"},
    IrregularVerb{"break", "broke", "broken"},
    IrregularVerb{"choose", "chose", "chosen"},
    IrregularVerb{"come", "came", "come"},
    IrregularVerb{"dive", "dived", "dived"},
    IrregularVerb{"do", "did", "done"},
    IrregularVerb{"draw", "drew", "drawn"},
    IrregularVerb{"drink", "drank", "drunk"},
    IrregularVerb{"drive", "drove", "driven"},
    IrregularVerb{"eat", "ate", "eaten"},
    IrregularVerb{"fall", "fell", "fallen"},
    IrregularVerb{"fly", "flew", "flown"},
    IrregularVerb{"forbid", "forbade", "forbidden"},
    IrregularVerb{"forget", "forgot", "forgotten"},
    IrregularVerb{"forgive", "forgave", "forgiven"},
    IrregularVerb{"forsake", "forsook", "forsaken"},
    IrregularVerb{"freeze", "froze", "frozen"},
    IrregularVerb{"get", "got", "got"},
    IrregularVerb{"give", "gave", "given"},
    IrregularVerb{"go", "went", "gone"},
    IrregularVerb{"grow", "grew", "grown"},
    IrregularVerb{"hew", "hewed", "hewn"},
    IrregularVerb{"hide", "hid", "hidden"},
    IrregularVerb{"know", "knew", "known"},
    IrregularVerb{"mow", "mowed", "mown"},
    IrregularVerb{"prove", "proved", "proved"},
    IrregularVerb{"ride", "rode", "ridden"},
    IrregularVerb{"ring", "rang", "rung"},
    IrregularVerb{"rise", "rose", "risen"},
    IrregularVerb{"run", "ran", "run"},
    IrregularVerb{"saw", "sawed", "sawn"},
    IrregularVerb{"see", "saw", "seen"},
    IrregularVerb{"sew", "sewed", "sewn"},
    IrregularVerb{"shake", "shook", "shaken"},
    IrregularVerb{"shave", "shaved", "shaved"},
    IrregularVerb{"show", "showed", "shown"},
    IrregularVerb{"shrink", "shrank", "shrunk"},
    IrregularVerb{"sing", "sang", "sung"},
    IrregularVerb{"sink", "sank", "sunk"},
    IrregularVerb{"slay", "slew", "slain"},
    IrregularVerb{"slide", "slid", "slid"},
    IrregularVerb{"sow", "sowed", "sown"},
    IrregularVerb{"speak", "spoke", "spoken"},
    IrregularVerb{"spin", "spun", "spun"},
    IrregularVerb{"spit", "spat", "spat"},
    IrregularVerb{"spring", "sprang", "sprung"},
    IrregularVerb{"steal", "stole", "stolen"},
    IrregularVerb{"stink", "stank", "stunk"},
    IrregularVerb{"strew", "strewed", "strewn"},
    IrregularVerb{"stride", "strode", "stridden"},
    IrregularVerb{"strive", "strove", "striven"},
    IrregularVerb{"swear", "swore", "sworn"},
    IrregularVerb{"swell", "swelled", "swollen"},
    IrregularVerb{"swim", "swam", "swum"},
    IrregularVerb{"take", "took", "taken"},
    IrregularVerb{"tear", "tore", "torn"},
    IrregularVerb{"thrive", "thrived", "thrived"},
    IrregularVerb{"throw", "threw", "thrown"},
    IrregularVerb{"tread", "trod", "trodden"},
    IrregularVerb{"wake", "woke", "woken"},
    IrregularVerb{"wear", "wore", "worn"},
    IrregularVerb{"weave", "wove", "woven"},
    IrregularVerb{"win", "won", "won"},
    IrregularVerb{"write", "wrote", "written"},
};

// Of which all three are the same, which WordNet has no line for.
constexpr auto kUnchangingVerbs = std::to_array<std::string_view>(
    {"bet",  "broadcast", "burst", "cast",  "cost",   "cut",    "forecast", "hit", "hurt",
     "let",  "offset",    "put",   "read",  "recast", "reread", "reset",    "rid", "set",
     "shed", "shut",      "slit",  "split", "spread", "thrust", "upset"});

// Of which WordNet has a form that is rare now.
constexpr auto kRegularVerbs = std::to_array<std::string_view>(
    {"address", "bless", "burn",     "bypass",   "clothe",   "curse",      "dream",     "gird",
     "gild",    "gnaw",  "grave",    "heave",    "lean",     "leap",       "learn",     "melt",
     "shoe",    "smell", "sneak",    "spell",    "spill",    "spoil",      "spotlight", "stave",
     "unlearn", "work",  "misspell", "overflow", "overpass", "floodlight", "transfix"});

// The past tense of which depends on the sense: "lay" or "lied", "hung" or "hanged".
constexpr auto kTwofoldVerbs = std::to_array<std::string_view>(
    {"bid", "hang", "knit", "lie", "quit", "shear", "shine", "wed"});

}  // namespace sonde
