#pragma once

#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/error.h"

namespace sonde {

// Optional parts of a frame's sentence besides its fillers.
enum class Modifier { kSubjectAdjective, kObjectAdjective, kManner, kTime, kLocation, kTrajectory };
constexpr std::array<std::string_view, 6> kModifierNames{
    "subject-adjective", "object-adjective", "manner", "time", "location", "trajectory"};

// The four fillers of a frame. The indirect object begins with a preposition, or is not there.
enum class FrameSlot { kSubject, kVerb, kObject, kIndirect };
constexpr std::size_t kFillers = 4;
constexpr std::array<std::string_view, 4> kSlotNames{"subject", "verb", "object", "indirect"};

// Exchanges that turn a sentence of a frame into another meaningful one: only the frame's author
// can list them.
constexpr std::array<std::string_view, 7> kSwapNames{
    "adjectives", "subject-object", "subject-verb", "object-verb",
    "triple",     "rotation",       "quadruple"};

// A frame of sentences such as "The nurse gave the letter to the guest", after
// STS3k-compositionality, section 4.1.
struct PairFrame {
  Place place;
  std::string id;
  // Its own filler first, then possible replacements, whatever the other fillers are.
  std::array<std::vector<std::string>, kFillers> fillers;
  bool object_is_theme = false;  // and the indirect object the patient, else the other way round
  std::array<std::string, kModifierNames.size()> modifiers;  // empty: none
  std::set<std::string, std::less<>> swaps;                  // from kSwapNames
  std::string paraphrase, opposite;                          // ids of other frames

  const std::vector<std::string>& of(FrameSlot filler) const {
    return fillers[static_cast<std::size_t>(filler)];
  }
};

// Reads a table with the columns id, agent, verb, patient and theme, and any of kModifierNames,
// swaps, paraphrase and opposite. Several fillers and swaps are separated by "|". Of patient and
// theme the object is the one without a preposition. It may be the only one. Errors: those of
// TableReader, kInput with file:line for anything but such a table, and for a frame that isn't
// there.
std::vector<PairFrame> read_pair_frames(const std::filesystem::path& file);

}  // namespace sonde
