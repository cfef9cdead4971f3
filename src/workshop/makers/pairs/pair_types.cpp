#include "workshop/makers/pairs/pair_types.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/names.h"
#include "base/random.h"
#include "sonde/digest.h"
#include "workshop/makers/seeded_order.h"

namespace sonde {
namespace {

constexpr std::string_view kPassive = "passive";

std::size_t type_named(std::string_view name) {
  return static_cast<std::size_t>(&find_row(kPairTypes, "pair type", name) - kPairTypes.data());
}

// A clause made by exchanging words of another, or why it can't be.
struct Swapped {
  std::optional<PairClause> clause{};
  std::string_view reason{};
};

constexpr std::string_view kNoExchange =
    "a phrase is more than article and noun, or noun and verb are no words of the other kind";
constexpr std::string_view kNoIndirect = "the frame has no indirect object";

class PairRules {
 public:
  PairRules(const std::vector<PairFrame>& frames, const PairGrammar& grammar, std::uint64_t seed,
            RuleCounts& counts)
      : frames_(frames), grammar_(grammar), seed_(seed), counts_(counts) {
    for (const auto& frame : frames) {
      clauses_.push_back(grammar.clause(frame));
      sources_.push_back({frame.id, grammar.sentence(clauses_.back())});
    }
  }

  std::vector<SentencePair> all() {
    const auto order = by_lot(sources_, seed_);
    for (at_ = 0; at_ < frames_.size(); ++at_) {
      add_zero(order);
      add_other_fillers();
      add_modified();
      add_swaps();
      add_other_frame("paraphrase", frame().paraphrase);
      add_other_frame("opposite", frame().opposite);
    }
    return std::move(pairs_);
  }

 private:
  const PairFrame& frame() const { return frames_[at_]; }
  const PairClause& clause() const { return clauses_[at_]; }

  SentencePair& add(std::string_view type, PairClause second, std::string trace) {
    counts_.add_made(std::string(type));
    return pairs_.emplace_back(SentencePair{.type = type_named(type),
                                            .first = clause(),
                                            .second = std::move(second),
                                            .frame = frame().id,
                                            .trace = std::move(trace)});
  }
  void refuse(std::string_view type, bool eligible, std::string_view reason) {
    counts_.add_refused(std::string(type), sources_[at_], eligible, reason);
  }

  // Pairs it with the next frame, in a random order, that has no word in common.
  void add_zero(const std::vector<std::size_t>& order) {
    const auto own = std::ranges::find(order, at_) - order.begin();
    for (std::size_t step = 1; step < order.size(); ++step) {
      const std::size_t other = order[(static_cast<std::size_t>(own) + step) % order.size()];
      if (grammar_.are_related(clause(), clauses_[other])) continue;
      add("zero", clauses_[other], "frame " + frames_[other].id);
      return;
    }
    refuse("zero", true, "all other frames have a word in common with it");
  }

  // Fillers `changed` replaced by the one at `which` of each.
  void add_changed(std::string_view type, const std::vector<FrameSlot>& changed,
                   std::size_t which) {
    PairClause second = clause();
    std::string trace;
    for (const auto filler : changed) {
      grammar_.put(second, frame(), filler, which);
      trace += (trace.empty() ? "" : ", ") +
               std::string(kSlotNames[static_cast<std::size_t>(filler)]) + ": " +
               frame().of(filler).front() + " -> " + frame().of(filler)[which];
    }
    add(type, std::move(second), std::move(trace));
  }

  void add_all_changed(std::string_view type, const std::vector<FrameSlot>& changed) {
    std::size_t there = SIZE_MAX;
    for (const auto filler : changed) there = std::min(there, frame().of(filler).size());
    if (there < 2) return refuse(type, false, "no other fillers are given");
    for (std::size_t which = 1; which < there; ++which) add_changed(type, changed, which);
  }

  void add_other_fillers() {
    constexpr std::array kMain{FrameSlot::kSubject, FrameSlot::kVerb, FrameSlot::kObject};
    for (const auto filler : kMain) {
      const std::string name(kSlotNames[static_cast<std::size_t>(filler)]);
      add_all_changed("changed-" + name, {filler});
      std::vector<FrameSlot> others;
      for (const auto other : kMain) {
        if (other != filler) others.push_back(other);
      }
      if (!frame().of(FrameSlot::kIndirect).empty()) others.push_back(FrameSlot::kIndirect);
      add_all_changed("constant-" + name, others);
    }
  }

  void put_modifier(PairClause& second, std::string_view name) const {
    if (name == kPassive) {
      second.passive = true;
      return;
    }
    const auto at =
        static_cast<std::size_t>(std::ranges::find(kModifierNames, name) - kModifierNames.begin());
    second.modifiers[at] = frame().modifiers[at];
  }

  void add_modifiers(const std::vector<std::string_view>& names) {
    PairClause second = clause();
    std::string trace;
    for (const auto name : names) {
      put_modifier(second, name);
      trace += (trace.empty() ? "" : ", ") + std::string(name);
    }
    SentencePair& pair = add("modifiers", std::move(second), trace);
    pair.modifiers = names.size();
    if (names.size() == 1) pair.modifier = trace;
  }

  // Each modifier alone, then two, three, ... of them, drawn at random.
  void add_modified() {
    std::vector<std::string_view> there;
    for (std::size_t i = 0; i < kModifierNames.size(); ++i) {
      if (!frame().modifiers[i].empty()) there.push_back(kModifierNames[i]);
    }
    if (!grammar_.participle(clause().verb).empty()) there.push_back(kPassive);
    for (const auto name : there) add_modifiers({name});
    for (std::size_t count = 2; count <= there.size(); ++count) {
      const std::uint64_t key = stream_key(seed_, digest_of(frame().id).low64() + count);
      std::vector<std::pair<std::uint64_t, std::string_view>> lots;
      for (std::size_t i = 0; i < there.size(); ++i) lots.emplace_back(bits_at(key, i), there[i]);
      std::ranges::sort(lots);
      std::vector<std::string_view> chosen;
      for (std::size_t i = 0; i < count; ++i) chosen.push_back(lots[i].second);
      add_modifiers(chosen);
    }
  }

  void add_other_frame(std::string_view type, const std::string& id) {
    if (id.empty()) return refuse(type, false, "no other frame is named");
    const auto other = std::ranges::find(frames_, id, &PairFrame::id);
    add(type, clauses_[static_cast<std::size_t>(other - frames_.begin())], "frame " + id);
  }

  void add_swap(std::string_view swap, std::string_view type,
                const std::function<Swapped()>& make) {
    if (!frame().swaps.contains(swap)) {
      return refuse(type, false, "the frame doesn't name this swap");
    }
    Swapped swapped = make();
    if (!swapped.clause) return refuse(type, true, swapped.reason);
    add(type, std::move(*swapped.clause), std::string(swap));
  }

  void add_swaps() {
    add_adjectives();
    add_swap("subject-object", "swap-subject-object", [&] {
      PairClause second = clause();
      std::swap(second.subject, second.object);
      return Swapped{std::move(second)};
    });
    add_swap("subject-verb", "swap-subject-verb",
             [&] { return with_verb(clause(), &PairClause::subject); });
    add_swap("object-verb", "swap-object-verb",
             [&] { return with_verb(clause(), &PairClause::object); });
    add_swap("triple", "triple-swap", [&] { return triple(); });
    add_swap("rotation", "triple-swap", [&] { return rotation(); });
    add_swap("quadruple", "quadruple-swap", [&] { return quadruple(); });
  }

  // The adjectives of subject and object, which both sentences have then.
  void add_adjectives() {
    add_swap("adjectives", "adjective", [&]() -> Swapped {
      PairClause second = clause();
      put_modifier(second, "subject-adjective");
      put_modifier(second, "object-adjective");
      std::string& one = second.modifier(Modifier::kSubjectAdjective);
      std::string& other = second.modifier(Modifier::kObjectAdjective);
      if (one.empty() || other.empty()) return {{}, "the frame has no adjective"};
      std::swap(one, other);
      return {std::move(second)};
    });
    if (pairs_.empty() || pairs_.back().type != type_named("adjective")) return;
    put_modifier(pairs_.back().first, "subject-adjective");
    put_modifier(pairs_.back().first, "object-adjective");
  }

  // A phrase and the verb exchanged as words.
  Swapped with_verb(PairClause swapped, std::string PairClause::* phrase) const {
    auto exchanged = grammar_.exchange(swapped.*phrase, swapped.verb);
    if (!exchanged) return {{}, kNoExchange};
    swapped.*phrase = std::move(exchanged->phrase);
    swapped.verb.base = std::move(exchanged->verb);
    return {std::move(swapped)};
  }

  // The subject becomes the object, the object the verb, the verb the subject.
  Swapped triple() const {
    PairClause second = clause();
    std::swap(second.subject, second.object);
    return with_verb(std::move(second), &PairClause::subject);
  }

  // The subject becomes the object, the object the indirect one, this the subject.
  Swapped rotation() const {
    if (clause().indirect.empty()) return {{}, kNoIndirect};
    PairClause second = clause();
    const auto [preposition, phrase] = split_preposition(clause().indirect);
    second.subject = phrase;
    second.object = clause().subject;
    second.indirect = preposition + clause().object;
    return {std::move(second)};
  }

  // Subject and indirect object exchanged, and so verb and object.
  Swapped quadruple() const {
    if (clause().indirect.empty()) return {{}, kNoIndirect};
    PairClause second = clause();
    const auto [preposition, phrase] = split_preposition(clause().indirect);
    second.indirect = preposition + clause().subject;
    second.subject = phrase;
    return with_verb(std::move(second), &PairClause::object);
  }

  const std::vector<PairFrame>& frames_;
  const PairGrammar& grammar_;
  std::uint64_t seed_;
  RuleCounts& counts_;
  std::vector<PairClause> clauses_;  // per frame, without modifiers
  std::vector<Source> sources_;      // and their sentences
  std::size_t at_ = 0;               // the frame whose pairs are made
  std::vector<SentencePair> pairs_;
};

}  // namespace

std::vector<SentencePair> make_sentence_pairs(const std::vector<PairFrame>& frames,
                                              const PairGrammar& grammar, std::uint64_t seed,
                                              RuleCounts& counts) {
  return PairRules(frames, grammar, seed, counts).all();
}

std::array<std::size_t, kPairTypes.size()> pair_quotas(
    const std::array<std::size_t, kPairTypes.size()>& there, std::size_t most) {
  std::array<std::size_t, kPairTypes.size()> quotas{};
  // One by one to the type that is furthest below its share (D'Hondt).
  for (std::size_t given = 0; given < most; ++given) {
    std::size_t next = kPairTypes.size();
    for (std::size_t type = 0; type < kPairTypes.size(); ++type) {
      if (quotas[type] == there[type]) continue;
      if (next == kPairTypes.size() || kPairTypes[type].in_study * (quotas[next] + 1) >
                                           kPairTypes[next].in_study * (quotas[type] + 1)) {
        next = type;
      }
    }
    if (next == kPairTypes.size()) break;
    ++quotas[next];
  }
  return quotas;
}

}  // namespace sonde
