#include "workshop/labellers/phrase_roles.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace {

using PhraseRole = std::optional<Role>;
constexpr PhraseRole kArgument = std::nullopt;

// A fighter is one of the aircraft, which are craft, which are vehicles, which are conveyances, as
// trains are.
constexpr std::size_t kStepsToConveyance = 7;

struct Phrase {
  const RoleClause& clause;
  const Chunk& chunk;
  std::string by;  // the preposition
  std::optional<Category> noun;

  bool has(std::string_view preposition) const { return by == preposition; }
  bool names(std::initializer_list<Category> kinds) const { return is_one_of(noun, kinds); }
  const std::string& head() const { return clause.word(chunk.head); }
  bool verb_of(std::initializer_list<Category> kinds) const {
    return is_one_of(clause.category, kinds);
  }
};

bool is_vehicle(const Phrase& phrase) {
  return is_a_kind_of(phrase.clause.lexicon, phrase.head(), "conveyance", WordKind::kNoun,
                      kStepsToConveyance);
}
// In the singular or plural.
bool is_listed_noun(std::string_view list, const Phrase& phrase) {
  return is_listed(list, phrase.clause.lexicon.base_of(phrase.head(), WordKind::kNoun)) ||
         is_listed(list, phrase.head());
}
bool is_noun_of_manner(const Phrase& phrase) { return is_listed_noun("nouns_of_manner", phrase); }

// "At the end of the day".
bool is_part_of_time(const Phrase& phrase) {
  static constexpr std::string_view kParts = "|end|beginning|start|middle|";
  const std::size_t last = phrase.chunk.words.end - 1;
  const auto noun = phrase.clause.lexicon.category(phrase.clause.word(last), WordKind::kNoun);
  const std::size_t part = phrase.chunk.content + 1;
  return part < last && kParts.find("|" + phrase.clause.word(part) + "|") != kParts.npos &&
         noun == Category::kNounTime;
}
bool is_before_time(const Phrase& phrase) {
  return is_role_word(RoleWord::kTimePreposition, phrase.by);
}
bool completes_verb(const Phrase& phrase) {
  return !is_noun_of_manner(phrase) &&
         is_listed("completed_verbs", phrase.clause.verb + " " + phrase.by);
}
bool says_when(const Phrase& phrase) {
  const bool other = phrase.has("of") || phrase.has("with") || phrase.has("about") ||
                     phrase.has("to") || phrase.has("from");
  return phrase.names({Category::kNounTime}) && !other;
}
bool is_way_of_mover(const Phrase& phrase) {
  return phrase.clause.is_motion() && phrase.clause.object_count == 0 &&
         is_role_word(RoleWord::kPathPreposition, phrase.by);
}
bool is_way_of_object(const Phrase& phrase) {
  return phrase.clause.is_motion() && is_listed("prepositions_of_crossing", phrase.by);
}
bool is_before_place(const Phrase& phrase) {
  return is_role_word(RoleWord::kPlacePreposition, phrase.by);
}
bool is_aboard(const Phrase& phrase) {
  return (phrase.has("in") || phrase.has("on")) && phrase.clause.is_motion() && is_vehicle(phrase);
}
bool is_in_manner(const Phrase& phrase) {
  return phrase.has("in") && !is_listed_noun("nouns_of_place", phrase) &&
         (is_noun_of_manner(phrase) ||
          phrase.names({Category::kNounAttribute, Category::kNounFeeling, Category::kNounCognition,
                        Category::kNounQuantity}));
}
bool is_in(const Phrase& phrase) { return phrase.has("in"); }
bool is_at_somebody(const Phrase& phrase) {
  return phrase.has("at") && phrase.names({Category::kNounPerson, Category::kNounAnimal});
}
bool is_at_cost(const Phrase& phrase) {
  return phrase.has("at") && phrase.names({Category::kNounPossession});
}
bool is_at(const Phrase& phrase) { return phrase.has("at"); }
bool is_on_channel(const Phrase& phrase) {
  return phrase.has("on") && phrase.verb_of({Category::kVerbCommunication}) &&
         phrase.names({Category::kNounArtifact, Category::kNounCommunication});
}
bool is_on_topic(const Phrase& phrase) {
  const bool placed = phrase.verb_of({Category::kVerbMotion, Category::kVerbContact}) ||
                      (phrase.clause.object_count == 0 &&
                       phrase.verb_of({Category::kVerbStative, Category::kVerbBody}));
  return phrase.has("on") && !placed && !is_listed_noun("nouns_of_ways", phrase) &&
         phrase.names({Category::kNounAct, Category::kNounGroup, Category::kNounCognition,
                       Category::kNounPossession});
}
// "On his stomach", not "on the back of the car".
bool is_in_posture(const Phrase& phrase) {
  return phrase.has("on") && phrase.clause.object_count == 0 &&
         phrase.chunk.head + 1 == phrase.chunk.words.end &&
         is_listed_noun("nouns_of_posture", phrase);
}
bool is_on(const Phrase& phrase) { return phrase.has("on"); }
bool is_destination_of_verb(const Phrase& phrase) {
  return phrase.has("to") && phrase.clause.verb_in("verbs_with_destination");
}
bool is_where_one_goes(const Phrase& phrase) {
  return phrase.has("to") && phrase.clause.is_motion() &&
         phrase.names({Category::kNounLocation, Category::kNounArtifact, Category::kNounObject,
                       Category::kNounGroup});
}
bool is_to(const Phrase& phrase) { return phrase.has("to"); }
bool is_from_place(const Phrase& phrase) {
  const bool taken = phrase.verb_of({Category::kVerbPossession, Category::kVerbConsumption}) ||
                     phrase.clause.verb == "seize";
  return phrase.has("from") && !taken &&
         phrase.names({Category::kNounLocation, Category::kNounArtifact, Category::kNounObject,
                       Category::kNounTops});
}
bool is_by_vehicle(const Phrase& phrase) {
  return phrase.has("by") && phrase.chunk.content == phrase.chunk.head && is_vehicle(phrase);
}
bool is_by_doing(const Phrase& phrase) {
  return phrase.has("by") &&
         (phrase.head().ends_with("ing") || phrase.names({Category::kNounBody}));
}
bool is_by_place(const Phrase& phrase) {
  return phrase.has("by") &&
         phrase.names({Category::kNounLocation, Category::kNounObject, Category::kNounArtifact,
                       Category::kNounSubstance, Category::kNounPlant});
}
bool is_by(const Phrase& phrase) { return phrase.has("by"); }
bool is_way_of_look(const Phrase& phrase) {
  return phrase.clause.object_count == 0 && phrase.verb_of({Category::kVerbPerception}) &&
         is_role_word(RoleWord::kPathPreposition, phrase.by) &&
         phrase.names({Category::kNounArtifact, Category::kNounObject, Category::kNounSubstance,
                       Category::kNounLocation});
}
bool is_means(const Phrase& phrase) {
  return phrase.has("using") || phrase.has("through") || phrase.has("without") ||
         phrase.has("despite");
}
bool is_with_manner(const Phrase& phrase) {
  return phrase.has("with") && (phrase.names({Category::kNounBody}) || is_noun_of_manner(phrase));
}
// "With a tree in the background" and "with a bag on his back", not "with a man in a coat".
bool is_with_state(const Phrase& phrase) {
  const bool person = phrase.names({Category::kNounPerson});
  for (std::size_t at = phrase.chunk.content + 1; phrase.has("with") && at < phrase.chunk.words.end;
       ++at) {
    const std::string& word = phrase.clause.word(at);
    if (is_role_word(RoleWord::kPreposition, word) && word != "of" && !(person && word == "in")) {
      return true;
    }
  }
  return false;
}
// "Peels it with a peeler", "slices it with a slicer".
bool is_named_after_verb(const Phrase& phrase) {
  const std::string& verb = phrase.clause.verb;
  return phrase.head() == verb + (verb.ends_with("e") ? "r" : "er");
}
bool is_tool(const Phrase& phrase) {
  return is_named_after_verb(phrase) ||
         phrase.names({Category::kNounArtifact, Category::kNounSubstance}) ||
         is_a_kind_of(phrase.clause.lexicon, phrase.head(), "implement", WordKind::kNoun,
                      kStepsToConveyance);
}
bool is_with_tool(const Phrase& phrase) {
  return phrase.has("with") && is_tool(phrase) &&
         phrase.verb_of({Category::kVerbContact, Category::kVerbCognition,
                         Category::kVerbPerception, Category::kVerbChange, Category::kVerbBody,
                         Category::kVerbCreation, Category::kVerbMotion, Category::kVerbStative}) &&
         !phrase.clause.verb_in("verbs_completed_by_with");
}
bool is_with_partner(const Phrase& phrase) {
  const RoleClause& clause = phrase.clause;
  return phrase.has("with") && std::ranges::any_of(clause.chunks, [&](const Chunk& other) {
           return other.kind == ChunkKind::kPrepositional && clause.preposition(other) == "about";
         });
}
bool is_topic(const Phrase& phrase) { return phrase.has("about"); }
bool is_over_thing(const Phrase& phrase) {
  return phrase.has("over") &&
         phrase.names({Category::kNounArtifact, Category::kNounObject, Category::kNounLocation,
                       Category::kNounSubstance, Category::kNounFood, Category::kNounPlant});
}
bool is_to_person(const Phrase& phrase) {
  return phrase.has("to") && phrase.names({Category::kNounPerson});
}

using PhraseRule = Rule<Phrase, PhraseRole>;
constexpr std::array kRolesOfPhrases{
    PhraseRule{"time preposition", is_before_time, Role::kTime, "They left before the war."},
    PhraseRule{"completes the verb", completes_verb, kArgument, "The firm relies on banks."},
    PhraseRule{"part of a time", is_part_of_time, Role::kTime,
               "She arrived at the end of the week."},
    PhraseRule{"names a time", says_when, Role::kTime, "She arrived on Monday."},
    PhraseRule{"way of what moves", is_way_of_mover, Role::kTrajectory, "He walked into the room."},
    PhraseRule{"way of what is moved", is_way_of_object, Role::kTrajectory,
               "The boy threw the ball across the river."},
    PhraseRule{"way of a look", is_way_of_look, Role::kTrajectory, "He looked through the window."},
    PhraseRule{"place preposition", is_before_place, Role::kLocation,
               "The cat slept under the table."},
    PhraseRule{"aboard a vehicle", is_aboard, Role::kManner, "They travelled on a train."},
    PhraseRule{"in a manner", is_in_manner, Role::kManner, "They worked in silence."},
    PhraseRule{"in a place", is_in, Role::kLocation, "Bears live in forests."},
    PhraseRule{"at a person", is_at_somebody, kArgument, "The teacher nodded at the boy."},
    PhraseRule{"at a cost", is_at_cost, Role::kManner, "They built the house at great cost."},
    PhraseRule{"at a place", is_at, Role::kLocation, "She works at the library."},
    PhraseRule{"on a channel", is_on_channel, Role::kManner, "She talked on the phone."},
    PhraseRule{"on a topic", is_on_topic, kArgument, "He spent the money on research."},
    PhraseRule{"in a posture", is_in_posture, Role::kManner, "The boy slept on his stomach."},
    PhraseRule{"on a place", is_on, Role::kLocation, "The book fell on the floor."},
    PhraseRule{"to the destination of the verb", is_destination_of_verb, Role::kLocation,
               "He sent the letter to London."},
    PhraseRule{"to a person", is_to_person, Role::kPatient, "She gave the book to her brother."},
    PhraseRule{"to where one goes", is_where_one_goes, Role::kLocation,
               "He walked to the station."},
    PhraseRule{"to something", is_to, Role::kPatient, "Smoking leads to diseases."},
    PhraseRule{"from a place", is_from_place, Role::kLocation, "He came from the house."},
    PhraseRule{"by vehicle", is_by_vehicle, Role::kManner, "They came by train."},
    PhraseRule{"by doing", is_by_doing, Role::kManner, "He earned money by singing."},
    PhraseRule{"by a place", is_by_place, Role::kLocation, "The dog slept by the door."},
    PhraseRule{"by something", is_by, Role::kTheme, "The prices rose by ten percent."},
    PhraseRule{"means", is_means, Role::kManner, "He opened the box using a knife."},
    PhraseRule{"with a manner", is_with_manner, Role::kManner, "She solved the task with ease."},
    PhraseRule{"with something somewhere else", is_with_state, Role::kManner,
               "She smiled with a tree in the background."},
    PhraseRule{"with a tool", is_with_tool, Role::kManner, "He cut the bread with a knife."},
    PhraseRule{"with a partner", is_with_partner, Role::kPatient,
               "She spoke with the doctor about the disease."},
    PhraseRule{"about a topic", is_topic, Role::kTheme, "They talked about the weather."},
    PhraseRule{"over a thing", is_over_thing, Role::kLocation, "The plane flew over the house."},
};

// A phrase and the one before it.
struct Neighbours {
  const Phrase before, phrase;
  bool after_object;  // else another prepositional phrase is before it
};

bool is_of(const Neighbours& pair) { return pair.phrase.has("of"); }
bool is_near_place(const Neighbours& pair) { return !pair.after_object && pair.phrase.has("near"); }
bool is_against(const Neighbours& pair) { return pair.after_object && pair.phrase.has("against"); }
bool is_between_things(const Neighbours& pair) {
  return pair.after_object && (pair.phrase.has("between") || pair.phrase.has("among")) &&
         pair.before.noun != Category::kNounPerson;
}
bool is_about_thing(const Neighbours& pair) {
  return pair.after_object && is_topic(pair.phrase) && pair.before.noun != Category::kNounPerson &&
         pair.before.noun != Category::kNounGroup;
}
bool names_no_time(const Neighbours& pair) { return pair.phrase.noun != Category::kNounTime; }
bool is_power_over(const Neighbours& pair) {
  return pair.after_object && pair.phrase.has("over") && names_no_time(pair) &&
         pair.before.noun == Category::kNounAttribute;
}
bool completes_noun_by_in(const Neighbours& pair) {
  return pair.after_object && is_in(pair.phrase) && names_no_time(pair) &&
         is_listed_noun("nouns_completed_by_in", pair.before);
}
bool completes_noun_by_on(const Neighbours& pair) {
  return pair.after_object && is_on(pair.phrase) &&
         is_listed_noun("nouns_completed_by_on", pair.before);
}
bool completes_noun_by_for(const Neighbours& pair) {
  return pair.after_object && pair.phrase.has("for") && names_no_time(pair) &&
         pair.before.names({Category::kNounCommunication, Category::kNounCognition,
                            Category::kNounState, Category::kNounPossession, Category::kNounEvent});
}

// "A woman in a red coat".
bool is_dressed_in(const Neighbours& pair) {
  return is_in(pair.phrase) && pair.before.names({Category::kNounPerson}) &&
         is_a_kind_of(pair.phrase.clause.lexicon, pair.phrase.head(), "clothing", WordKind::kNoun,
                      kStepsToConveyance);
}
// "A girl with a round face", not "hit him with his hand".
bool has_body_part(const Neighbours& pair) {
  return pair.phrase.has("with") && pair.phrase.names({Category::kNounBody}) &&
         pair.before.names({Category::kNounPerson, Category::kNounAnimal}) &&
         pair.phrase.clause.word(pair.phrase.chunk.content) == "a";
}
// "With a ball in his mouth" and "with her arm around him".
bool is_where_it_has_it(const Neighbours& pair) {
  static constexpr std::string_view kOwn = "|his|her|its|their|my|your|our|it|him|them|each|";
  const std::string& word = pair.phrase.clause.word(pair.phrase.chunk.content);
  const bool body = pair.before.names({Category::kNounBody}) && is_before_place(pair.phrase);
  return pair.before.has("with") && (body || kOwn.find("|" + word + "|") != kOwn.npos ||
                                     is_listed_noun("nouns_of_place", pair.phrase));
}

// "In a house painted by the king" and "the boy singing in the street".
bool follows_participle(const Neighbours& pair) {
  const RoleClause& clause = pair.phrase.clause;
  const std::size_t last = pair.before.chunk.words.end - 1;
  const std::string& word = clause.word(last);
  if (last <= pair.before.chunk.content || clause.lexicon.base_of(word, WordKind::kVerb) == word) {
    return false;
  }
  const bool alone = word.ends_with("ed") && !clause.lexicon.has(word, WordKind::kNoun) &&
                     clause.lexicon.has(clause.word(last - 1), WordKind::kNoun);
  return alone || std::ranges::any_of(clause.linkage.links, [&](const ParsedLink& link) {
           return link.right == last && link.left >= pair.before.chunk.content &&
                  link.type == "M" && (link.rest.starts_with('v') || link.rest.starts_with('g'));
         });
}

using NeighbourRule = Rule<Neighbours, bool>;
constexpr bool kBelongs = true;
constexpr std::array kBelongings{
    NeighbourRule{"of", is_of, kBelongs, "He read the title of the book."},
    NeighbourRule{"after a participle", follows_participle, kBelongs,
                  "She lives in a house painted by the king."},
    NeighbourRule{"with a part of the body", has_body_part, kBelongs,
                  "She met a girl with a round face."},
    NeighbourRule{"dressed in", is_dressed_in, kBelongs, "He spoke with a man in a black coat."},
    NeighbourRule{"with something somewhere", is_where_it_has_it, kBelongs,
                  "The dog ran with a ball in its mouth."},
    NeighbourRule{"near a place", is_near_place, kBelongs, "She lives in a house near the river."},
    NeighbourRule{"against", is_against, kBelongs, "They won the fight against crime."},
    NeighbourRule{"between things", is_between_things, kBelongs,
                  "She explained the difference between the words."},
    NeighbourRule{"about a thing", is_about_thing, kBelongs, "He wrote a book about birds."},
    NeighbourRule{"power over", is_power_over, kBelongs, "The king has power over the people."},
    NeighbourRule{"noun completed by in", completes_noun_by_in, kBelongs,
                  "They expected an increase in wages."},
    NeighbourRule{"noun completed by on", completes_noun_by_on, kBelongs,
                  "They put pressure on the firm."},
    NeighbourRule{"noun completed by for", completes_noun_by_for, kBelongs,
                  "He wrote a letter for the king."},
};

Phrase phrase_of(const RoleClause& clause, const Chunk& chunk) {
  return {clause, chunk, clause.preposition(chunk), clause.noun(chunk)};
}

}  // namespace

bool belongs_to_noun(const RoleClause& clause, const Chunk& before, const Chunk& phrase) {
  return any_rule(kBelongings, Neighbours{phrase_of(clause, before), phrase_of(clause, phrase),
                                          before.kind == ChunkKind::kNounPhrase});
}

std::optional<Role> role_of_phrase(const RoleClause& clause, const Chunk& phrase) {
  return result_of(kRolesOfPhrases, phrase_of(clause, phrase), kArgument);
}

RuleExamples phrase_rule_examples() { return examples_of(kRolesOfPhrases, kBelongings); }

}  // namespace sonde
