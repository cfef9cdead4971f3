#include "workshop/language/minimal_pairs/edit_slot.h"

#include <algorithm>
#include <utility>

#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/lexicon/word_limits.h"
#include "workshop/language/minimal_pairs/slot_place.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// The clause that the main verb reports: its finite verb and whether its subject is in the third
// person singular.
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
    if (const auto adjective = predicate(verb)) return add_adjective(*adjective, negation);
    EditSlot slot{WordKind::kVerb, verb};
    slot.base = base_of_chain(reading_, chain, forms_);
    if (says_little(verb, slot.base)) return;
    const auto form = command && chain.size() == 1
                          ? std::optional(VerbForm::kBase)
                          : form_of_chain(reading_, chain, slot.base, singular, forms_);
    if (!form) return;
    slot.form = *form;
    if (in_form(slot, slot.base, forms_) != reading_.word(verb)) return;
    slot.frames = frames_of({reading_, verb, chain.size() > 1});
    add(slot, negation);
  }

  void add_adjective(std::size_t at, const NegationOptions* negation) {
    EditSlot slot{WordKind::kAdjective, at};
    slot.base = std::string(reading_.word(at));
    if (lexicon_.base_of(slot.base, WordKind::kAdjective) == slot.base) add(slot, negation);
  }

  bool says_little(std::size_t verb, const std::string& base) const {
    const auto word = reading_.word(verb);
    return base == "be" || is_a(WordClass::kBe, word) || is_a(WordClass::kModal, word) ||
           is_light_verb(base);
  }

  void add(EditSlot slot, const NegationOptions* negation) {
    const ParsedWord& word = reading_.linkage().words[slot.at];
    slot.begin = word.begin;
    slot.end = word.end;
    slot.main = negation == nullptr;
    if (negation) slot.negation = *negation;
    slot.doubt = doubt_of({reading_, slot.at, slot.kind, slot.base, lexicon_});
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
