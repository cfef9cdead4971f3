#pragma once

#include <cstdint>

namespace sonde {

enum class WordKind { kNoun, kVerb, kAdjective, kAdverb };

// Lexicographer files of WordNet (lexnames(5WN)): the rough topic of a noun or verb.
enum class Category : std::uint8_t {
  kNounTops = 3,
  kNounAct,
  kNounAnimal,
  kNounArtifact,
  kNounAttribute,
  kNounBody,
  kNounCognition,
  kNounCommunication,
  kNounEvent,
  kNounFeeling,
  kNounFood,
  kNounGroup,
  kNounLocation,
  kNounMotive,
  kNounObject,
  kNounPerson,
  kNounPhenomenon,
  kNounPlant,
  kNounPossession,
  kNounProcess,
  kNounQuantity,
  kNounRelation,
  kNounShape,
  kNounState,
  kNounSubstance,
  kNounTime,
  kVerbBody,
  kVerbChange,
  kVerbCognition,
  kVerbCommunication,
  kVerbCompetition,
  kVerbConsumption,
  kVerbContact,
  kVerbCreation,
  kVerbEmotion,
  kVerbMotion,
  kVerbPerception,
  kVerbPossession,
  kVerbSocial,
  kVerbStative,
  kVerbWeather,
};

}  // namespace sonde
