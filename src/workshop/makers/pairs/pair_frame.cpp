#include "workshop/makers/pairs/pair_frame.h"

#include <algorithm>
#include <map>

#include "base/counted.h"
#include "base/names.h"
#include "base/parse.h"
#include "formats/tables/table.h"
#include "text/sentences.h"

namespace sonde {
namespace {

using Fields = std::map<std::string, std::string, std::less<>>;

constexpr std::array<std::string_view, 5> kNeeded{"id", "agent", "verb", "patient", "theme"};
constexpr std::array<std::string_view, 3> kFurther{"swaps", "paraphrase", "opposite"};

constexpr std::array<std::string_view, 12> kPrepositions{
    "to", "for", "from", "with", "about", "of", "on", "in", "into", "at", "against", "by"};

std::string cut(std::string_view text) { return std::string(text.substr(0, 40)); }

std::vector<std::string> alternatives(std::string_view field) {
  std::vector<std::string> parts;
  for (const auto part : parts_of(field, '|')) {
    if (auto text = spaced_once(part); !text.empty()) parts.push_back(std::move(text));
  }
  return parts;
}

bool has_preposition(std::string_view phrase) {
  return std::ranges::find(kPrepositions, phrase.substr(0, phrase.find(' '))) !=
         kPrepositions.end();
}

void check_header(const std::vector<std::string>& header, const Place& place) {
  std::vector<std::string> known;
  for (const auto name : kNeeded) known.emplace_back(name);
  for (const auto name : kModifierNames) known.emplace_back(name);
  for (const auto name : kFurther) known.emplace_back(name);
  for (const auto name : kNeeded) {
    if (std::ranges::find(header, name) == header.end()) {
      throw input_error(
          "has no column " + std::string(name), place,
          "the header has id, agent, verb, patient and theme: see docs/reference/makers.md");
    }
  }
  for (auto name = header.begin(); name != header.end(); ++name) {
    if (std::find(header.begin(), name, *name) != name) {
      throw input_error("has the column '" + cut(*name) + "' twice", place, "rename one");
    }
    if (std::ranges::find(known, *name) == known.end()) {
      throw input_error("unknown column '" + cut(*name) + "'", place,
                        did_you_mean(*name, known, "see docs/reference/makers.md"));
    }
  }
}

// All of them with a preposition, or none.
bool is_indirect(const std::vector<std::string>& phrases, const Place& place) {
  const auto with = std::ranges::count_if(phrases, has_preposition);
  if (with != 0 && with != std::ssize(phrases)) {
    throw input_error("'" + cut(phrases.front()) + "' and another filler in its place differ in " +
                          "having a preposition",
                      place, "give all of them one, or none");
  }
  return with != 0;
}

void read_objects(const Fields& fields, PairFrame& frame) {
  auto patients = alternatives(fields.at("patient")), themes = alternatives(fields.at("theme"));
  const bool indirect_theme = is_indirect(themes, frame.place);
  frame.object_is_theme = patients.empty() || is_indirect(patients, frame.place);
  if (frame.object_is_theme) std::swap(patients, themes);
  if (patients.empty() || (frame.object_is_theme && indirect_theme) ||
      (!frame.object_is_theme && !themes.empty() && !indirect_theme)) {
    throw input_error(
        "of patient and theme, one must be the object, and the other, if there is "
        "one, begin with a preposition",
        frame.place, "write for instance 'the letter' and 'to the guest'");
  }
  frame.fillers[static_cast<std::size_t>(FrameSlot::kObject)] = std::move(patients);
  frame.fillers[static_cast<std::size_t>(FrameSlot::kIndirect)] = std::move(themes);
}

std::vector<std::string> needed(const Fields& fields, const std::string& name, Place place) {
  auto found = alternatives(fields.at(name));
  if (!found.empty()) return found;
  place.column = name;
  throw input_error("is empty", place, "fill it in, or remove the row");
}

PairFrame frame_of(const Fields& fields, const Place& place) {
  PairFrame frame;
  frame.place = place;
  frame.id = needed(fields, "id", place).front();
  frame.fillers[0] = needed(fields, "agent", place);
  frame.fillers[1] = needed(fields, "verb", place);
  read_objects(fields, frame);
  const auto optional = [&](std::string_view name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : spaced_once(found->second);
  };
  for (std::size_t i = 0; i < kModifierNames.size(); ++i) {
    frame.modifiers[i] = optional(kModifierNames[i]);
  }
  for (auto& swap : alternatives(optional("swaps"))) {
    if (std::ranges::find(kSwapNames, swap) == kSwapNames.end()) {
      const std::vector<std::string> known(kSwapNames.begin(), kSwapNames.end());
      throw input_error("unknown swap '" + cut(swap) + "'", place,
                        did_you_mean(swap, known, "one of " + first_of(known)));
    }
    frame.swaps.insert(std::move(swap));
  }
  frame.paraphrase = optional("paraphrase");
  frame.opposite = optional("opposite");
  return frame;
}

void check_ids(const std::vector<PairFrame>& frames) {
  std::set<std::string> ids;
  for (const auto& frame : frames) {
    if (!ids.insert(frame.id).second) {
      throw input_error("the id '" + cut(frame.id) + "' is repeated", frame.place,
                        "ids must be unique");
    }
  }
  for (const auto& frame : frames) {
    for (const auto& other : {frame.paraphrase, frame.opposite}) {
      if (other.empty() || (other != frame.id && ids.contains(other))) continue;
      throw input_error("there is no other frame '" + cut(other) + "'", frame.place,
                        "name the id of that frame");
    }
  }
}

}  // namespace

std::vector<PairFrame> read_pair_frames(const std::filesystem::path& file) {
  TableReader rows(file, {});
  std::vector<std::string> header;
  if (!rows.next(header))
    throw input_error("is empty", {file.string()}, "see docs/reference/makers.md");
  check_header(header, rows.place());
  std::vector<PairFrame> frames;
  for (std::vector<std::string> values; rows.next(values);) {
    if (values.size() != header.size()) {
      throw input_error("has " + counted(values.size(), "column") + ", the header " +
                            std::to_string(header.size()),
                        rows.place(), "columns are separated by tabs");
    }
    Fields fields;
    for (std::size_t i = 0; i < header.size(); ++i) fields[header[i]] = values[i];
    frames.push_back(frame_of(fields, rows.place()));
  }
  if (frames.empty())
    throw input_error("has no frame", {file.string()}, "see docs/reference/makers.md");
  check_ids(frames);
  return frames;
}

}  // namespace sonde
