#include "workshop/language/edits/edit_slot.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "workshop/language/lexicon/word_class.h"
#include "workshop/language/lexicon/word_limits.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

using ContextWords = std::set<std::string_view>;

// With which a sentence and the one with the opposite word may both be true, or say something else
// than the opposite: "some are open", "may be open", "too hot".
bool leaves_both_true(std::string_view word) {
  static const ContextWords kWords{
      "some",      "many",       "most",         "several",    "few",       "half",
      "all",       "every",      "each",         "both",       "any",       "either",
      "everyone",  "everybody",  "everything",   "somebody",   "someone",   "something",
      "may",       "might",      "can",          "could",      "if",        "whether",
      "unless",    "too",        "enough",       "than",       "only",      "even",
      "almost",    "nearly",     "just",         "always",     "often",     "usually",
      "generally", "sometimes",  "occasionally", "frequently", "mostly",    "partly",
      "fully",     "completely", "totally",      "absolutely", "entirely",  "perfectly",
      "utterly",   "wholly",     "again",        "still",      "already",   "until",
      "till",      "such",       "so",           "because",    "less",      "least",
      "rather",    "but",        "however",      "lest",       "anyone",    "anybody",
      "anything",  "whatever",   "whoever",      "mainly",     "virtually", "gradually",
      "largely",   "primarily",  "merely",       "simply",     "really"};
  return kWords.contains(word);
}

std::string_view doubt_about(const Reading& reading) {
  std::size_t compared = 0;
  for (std::size_t at = 1; at < reading.end(); ++at) {
    const bool one_of = reading.word(at) == "one" && reading.word(at + 1) == "of";
    compared += reading.word(at) == "as";
    if (one_of || compared > 1 || leaves_both_true(reading.word(at))) return "both may be true";
  }
  if (has_negation(reading.sentence())) return "negated already";
  if (reading.sentence().find_first_of(";:\"()[]?!`") != std::string_view::npos) {
    return "marks within";
  }
  return {};
}

// "harmful to" as "harmless to"; but "rich in" is no "wealthy in".
bool suits_adjective(std::string_view preposition, std::string_view adjective) {
  static const ContextWords kWithIn{"rich", "wealthy", "poor", "skilled", "fluent", "interested"};
  static const ContextWords kWithTo{
      "harmful",  "harmless",   "hostile",    "friendly",    "unfriendly", "loyal",     "disloyal",
      "faithful", "unfaithful", "important",  "unimportant", "useful",     "useless",   "essential",
      "vital",    "relevant",   "irrelevant", "kind",        "cruel",      "polite",    "rude",
      "valuable", "worthless",  "fair",       "unfair",      "visible",    "invisible", "obvious"};
  if (preposition == "to") return kWithTo.contains(adjective);
  if (preposition == "for") return adjective != "famous" && adjective != "renowned";
  return preposition == "in" && !kWithIn.contains(adjective);
}

// Whether a preposition follows that may not suit another word; those of time suit all, "by" suits
// passives, "in" most.
bool has_doubtful_preposition(const Reading& reading, std::size_t at, WordKind kind) {
  static const ContextWords kTimes{"during", "after", "before", "since", "throughout"};
  static const ContextWords kOfPassives{"by", "in", "on", "at", "for"};
  const bool linked = std::ranges::any_of(reading.linkage().links, [&](const ParsedLink& link) {
    const bool follows = link.left == at && link.right == at + 1;
    return follows && (link.type == "OF" || (link.type == "MV" && reading.right(at + 1, "|J|")));
  });
  const auto word = reading.word(at + 1);
  if (!linked || kTimes.contains(word)) return false;
  if (kind == WordKind::kAdjective) return !suits_adjective(word, reading.word(at));
  const ParsedLink* group = reading.left(at, "|P|");
  const bool passive = group && group->rest.starts_with('v');
  return !(passive && kOfPassives.contains(word)) && word != "in";
}

// "built up": the particle may stand behind the object.
bool has_particle(const Reading& reading, std::size_t verb) {
  static const ContextWords kParticles{
      "up",    "down",  "out",      "off", "over", "away",  "back",  "along", "through", "around",
      "about", "apart", "together", "on",  "in",   "forth", "aside", "under", "across",  "by"};
  return std::ranges::any_of(reading.linkage().links, [&](const ParsedLink& link) {
    if (link.left != verb) return false;
    const bool alone = link.type == "MV" && kParticles.contains(reading.word(link.right)) &&
                       !reading.right(link.right, "|J|");
    return link.type == "K" || alone;
  });
}

// Whether what goes with a verb may not go with its opposite: another object ("built himself a
// cabin"), how it was done ("foully condemned"), what it was for or kept from ("hired for the new
// job", "concealed from the police"), how long it took ("destroyed in minutes"), and on what a
// thing was made.
bool may_not_suit_opposite(const Reading& reading, std::size_t verb, const std::string& base,
                           const Lexicon& lexicon) {
  static const ContextWords kBound{"from", "against"};
  const bool makes = lexicon.category(base, WordKind::kVerb) == Category::kVerbCreation;
  std::size_t objects = 0;
  for (const auto& link : reading.linkage().links) {
    if (link.left != verb && link.right != verb) continue;
    const std::size_t other = link.left == verb ? link.right : link.left;
    const auto word = reading.word(other);
    if ((link.type == "E" || link.type == "MV") && word.ends_with("ly")) return true;
    if (link.left != verb) continue;
    objects += link.type == "O" || link.type == "OX" || link.type == "ON";
    if (objects > 1) return true;
    const ParsedLink* of_preposition = reading.right(other, "|J|");
    if (link.type != "MV" || !of_preposition) continue;
    const auto noun = reading.word(of_preposition->right);
    const bool time = lexicon.category(noun, WordKind::kNoun) == Category::kNounTime;
    const bool lasts = time && lexicon.base_of(noun, WordKind::kNoun) != noun;
    if (kBound.contains(word) || (word == "for" && objects > 0)) return true;
    if ((word == "in" && lasts) || (makes && !time && word != "by")) return true;
  }
  return false;
}

std::string_view doubt_of(const Reading& reading, std::size_t at, WordKind kind) {
  static const ContextWords kDegrees{"how", "that", "this", "quite", "half", "a"};
  if (const auto why = doubt_about(reading); !why.empty()) return why;
  if (has_particle(reading, at)) return "verb with a particle";
  if (has_doubtful_preposition(reading, at, kind)) return "a preposition follows";
  if (kind == WordKind::kAdjective && kDegrees.contains(reading.word(at - 1))) return "a degree";
  return {};
}

// The clause that the main verb says or thinks: its finite verb and whether its subject is in the
// third person singular.
struct InnerClause {
  std::size_t verb = 0;
  bool singular = false;
};

std::optional<InnerClause> inner_clause(const Reading& reading, std::size_t verb) {
  std::size_t begin = 0;
  if (const ParsedLink* that = reading.right(verb, "|TH|")) {
    begin = that->right + 1;
  } else if (reading.right(verb, "|C|")) {
    begin = verb + 1;
  }
  if (begin == 0) return std::nullopt;
  std::optional<InnerClause> found;
  for (const auto& link : reading.linkage().links) {
    const bool subject = link.type == "S" || link.type == "SF" || link.type == "SX";
    if (!subject || link.left < begin) continue;
    if (found) return std::nullopt;
    found = InnerClause{link.right, link.rest.starts_with('s')};
  }
  return found;
}

// How `sonde make negations --verb` names a verb.
NegationOptions named(const Reading& reading, std::size_t at, const VerbForms& forms) {
  NegationOptions options;
  options.verb = std::string(reading.word(at));
  const std::string base = forms.base_of(options.verb);
  options.occurrence = 0;
  for (std::size_t i = 0; i <= at; ++i) {
    const bool same = reading.word(i) == options.verb ||
                      (reading.is_verb(i) && forms.base_of(reading.word(i)) == base);
    options.occurrence += same;
  }
  return options;
}

class SlotFinder {
 public:
  SlotFinder(const Reading& reading, const VerbForms& forms, const Lexicon& lexicon)
      : reading_(reading), forms_(forms), lexicon_(lexicon) {}

  std::vector<EditSlot> find() {
    const auto main = main_clause(reading_.linkage());
    if (!main || main->verbs.empty()) return {};
    if (main->mood != Mood::kStatement && main->mood != Mood::kCommand) return {};
    const std::size_t finite = main->verbs.front();
    const auto chain = verb_chain(reading_, finite);
    if (has_joined_verbs(reading_, *main, chain.back())) return {};
    const bool command = main->mood == Mood::kCommand;
    add_of(chain, command ? false : main->singular, command, nullptr);
    if (const auto inner = inner_clause(reading_, chain.back())) {
      const NegationOptions negation = named(reading_, inner->verb, forms_);
      add_of(verb_chain(reading_, inner->verb), inner->singular, false, &negation);
    }
    return std::move(slots_);
  }

 private:
  void add_of(const std::vector<std::size_t>& chain, bool singular, bool command,
              const NegationOptions* negation) {
    const std::size_t verb = chain.back();
    if (const auto adjective = predicate(verb)) {
      EditSlot slot{WordKind::kAdjective, *adjective};
      slot.base = std::string(reading_.word(*adjective));
      if (lexicon_.base_of(slot.base, WordKind::kAdjective) == slot.base) add(slot, negation);
      return;
    }
    EditSlot slot{WordKind::kVerb, verb};
    slot.base = base_of_chain(reading_, chain, forms_);
    const bool copula = is_a(WordClass::kBe, reading_.word(verb)) || slot.base == "be";
    if (copula || is_a(WordClass::kModal, reading_.word(verb)) || is_light_verb(slot.base)) return;
    const auto form = command && chain.size() == 1
                          ? std::optional(VerbForm::kBase)
                          : form_of_chain(reading_, chain, slot.base, singular, forms_);
    if (!form) return;
    slot.form = *form;
    if (in_form(slot, slot.base, forms_) != reading_.word(verb)) return;
    slot.frames = frames_of(verb, chain);
    add(slot, negation);
  }

  // Of which another verb should have one: with an object, with an infinitive, with neither.
  std::uint64_t frames_of(std::size_t verb, const std::vector<std::size_t>& chain) const {
    const auto bits = [](std::initializer_list<unsigned> frames) {
      std::uint64_t all = 0;
      for (const unsigned frame : frames) all |= std::uint64_t{1} << frame;
      return all;
    };
    if (reading_.right(verb, "|TO|I|TH|C|P|PG|")) return bits({24, 25, 26, 28, 32, 33, 34});
    const ParsedLink* group = chain.size() > 1 ? reading_.left(verb, "|P|") : nullptr;
    const bool passive = group && group->rest.starts_with('v');
    const auto objects = std::ranges::count_if(reading_.linkage().links, [&](const auto& link) {
      return link.left == verb && (link.type == "O" || link.type == "OX" || link.type == "ON");
    });
    if (objects > 1) return bits({14, 15});
    if (passive || objects == 1) return bits({8, 9, 10, 11});
    return bits({1, 2, 4, 12, 22});
  }

  void add(EditSlot slot, const NegationOptions* negation) {
    const ParsedWord& word = reading_.linkage().words[slot.at];
    slot.begin = word.begin;
    slot.end = word.end;
    slot.main = negation == nullptr;
    if (negation) slot.negation = *negation;
    slot.doubt = doubt_of(reading_, slot.at, slot.kind);
    if (slot.doubt.empty() && slot.kind == WordKind::kVerb &&
        may_not_suit_opposite(reading_, slot.at, slot.base, lexicon_)) {
      slot.doubt = "what follows may not suit the opposite";
    }
    slots_.push_back(std::move(slot));
  }

  // The adjective that a verb joins to its subject.
  std::optional<std::size_t> predicate(std::size_t verb) const {
    for (const auto& link : reading_.linkage().links) {
      if (link.left == verb && link.type == "P" && link.rest.starts_with('a') &&
          reading_.subscript(link.right) == "a") {
        return link.right;
      }
    }
    return std::nullopt;
  }

  const Reading& reading_;
  const VerbForms& forms_;
  const Lexicon& lexicon_;
  std::vector<EditSlot> slots_;
};

}  // namespace

std::vector<EditSlot> edit_slots(const Reading& reading, const VerbForms& forms,
                                 const Lexicon& lexicon) {
  return SlotFinder(reading, forms, lexicon).find();
}

std::string in_form(const EditSlot& slot, const std::string& base, const VerbForms& forms) {
  if (slot.kind != WordKind::kVerb) return base;
  return forms.inflected(base, slot.form).value_or("");
}

std::string with_word(std::string_view sentence, const EditSlot& slot, std::string_view word) {
  std::string put(word);
  const char old = sentence[slot.begin];
  if (old >= 'A' && old <= 'Z') put = capitalised(std::move(put));
  return std::string(sentence.substr(0, slot.begin)) + put + std::string(sentence.substr(slot.end));
}

}  // namespace sonde
