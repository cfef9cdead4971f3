#include "workshop/language/lexicon/wordnet_part.h"

#include <array>
#include <span>
#include <utility>

#include "formats/lexicons/wordnet_lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// In the order of WordKind.
constexpr std::array<std::string_view, 4> kFileNames{"noun", "verb", "adj", "adv"};

struct Suffix {
  std::string_view taken_off;
  std::string_view put_on;
};
constexpr std::array kNounSuffixes{Suffix{"s", ""},      Suffix{"ses", "s"},   Suffix{"xes", "x"},
                                   Suffix{"zes", "z"},   Suffix{"ches", "ch"}, Suffix{"shes", "sh"},
                                   Suffix{"men", "man"}, Suffix{"ies", "y"}};
constexpr std::array kVerbSuffixes{Suffix{"s", ""},    Suffix{"ies", "y"}, Suffix{"es", "e"},
                                   Suffix{"es", ""},   Suffix{"ed", "e"},  Suffix{"ed", ""},
                                   Suffix{"ing", "e"}, Suffix{"ing", ""}};
constexpr std::array kAdjectiveSuffixes{Suffix{"er", ""}, Suffix{"est", ""}, Suffix{"er", "e"},
                                        Suffix{"est", "e"}};

std::span<const Suffix> suffixes_of(WordKind kind) {
  if (kind == WordKind::kNoun) return kNounSuffixes;
  if (kind == WordKind::kVerb) return kVerbSuffixes;
  if (kind == WordKind::kAdjective) return kAdjectiveSuffixes;
  return {};
}

}  // namespace

WordNetPart::WordNetPart(const std::filesystem::path& folder, WordKind kind) : kind_(kind) {
  const std::string name(kFileNames[static_cast<std::size_t>(kind)]);
  read_sets(folder / ("data." + name));
  read_words(folder / ("index." + name), "data." + name);
  read_irregular_forms(folder / (name + ".exc"));
}

void WordNetPart::read_sets(const std::filesystem::path& file) {
  for_each_wordnet_line(file, [&](std::string_view line, const Place& place) {
    sets_.push_back(parse_wordnet_set(line, place));
    place_of_.emplace(sets_.back().offset, sets_.size() - 1);
  });
}

void WordNetPart::read_words(const std::filesystem::path& file, const std::string& name_of_sets) {
  for_each_wordnet_line(file, [&](std::string_view line, const Place& place) {
    auto entry = parse_wordnet_index(line, place);
    if (entry.counted > 0) common_.insert(entry.word);
    auto& places = words_[std::move(entry.word)];
    for (const auto offset : entry.offsets) {
      const auto found = place_of_.find(offset);
      if (found == place_of_.end()) {
        throw input_error("names a sense that " + name_of_sets + " lacks", place,
                          "install Debian's package wordnet-base again");
      }
      places.push_back(found->second);
    }
  });
}

// A line is a form and its base forms, of which the first counts.
void WordNetPart::read_irregular_forms(const std::filesystem::path& file) {
  for_each_wordnet_line(file, [&](std::string_view line, const Place&) {
    const auto space = line.find(' ');
    if (space == line.npos) return;
    const auto bases = line.substr(space + 1);
    const std::string base(bases.substr(0, bases.find(' ')));
    irregular_.insert(base);
    exceptions_.emplace(line.substr(0, space), base);
  });
}

std::string WordNetPart::base_of(std::string_view word) const {
  const std::string form(word);
  const auto exception = exceptions_.find(form);
  if (exception != exceptions_.end()) return exception->second;
  if (words_.contains(form)) return form;
  for (const auto& [taken_off, put_on] : suffixes_of(kind_)) {
    if (!word.ends_with(taken_off)) continue;
    std::string base(word.substr(0, word.size() - taken_off.size()));
    base += put_on;
    if (words_.contains(base)) return base;
  }
  return form;
}

const WordNetPart::Places* WordNetPart::senses(std::string_view word) const {
  const auto found = words_.find(base_of(word));
  return found == words_.end() ? nullptr : &found->second;
}

const WordNetSet* WordNetPart::set_at(std::uint32_t offset) const {
  const auto place = place_of_.find(offset);
  return place == place_of_.end() ? nullptr : &sets_[place->second];
}

void WordNetPart::add_related(std::uint32_t place, std::string_view symbol, Places& related) const {
  for (const auto& pointer : sets_[place].pointers) {
    if (pointer.symbol != symbol) continue;
    const auto other = place_of_.find(pointer.offset);
    if (other != place_of_.end()) related.push_back(other->second);
  }
}

}  // namespace sonde
