#include "workshop/rating/design.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/random.h"
#include "sonde/error.h"
#include "workshop/rating/nonsense_sentences.h"

namespace sonde {
namespace {

// Streams of random numbers.
enum DesignStream : std::uint64_t { kDraw, kItemOrder, kRaterTies, kCheckTexts, kTurnOrder };

std::uint64_t lot(std::uint64_t seed, DesignStream stream, std::uint64_t first,
                  std::uint64_t second = 0) {
  return random_bits(random_bits(seed, stream, first), stream, second);
}

std::uint64_t key_of(const RatingItem& item) {
  Hasher hasher;
  hasher.add(item.ask);
  for (const auto& text : item.texts) hasher.add(text);
  return hasher.add(item.id).finish().low64();
}

bool reads(const RatingForm& kind, const Card& card) {
  try {
    const auto fields = kind.fields();
    return layout_of(card, fields) != Layout::kLines && count_columns(card, fields) > 0;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kOutside) throw;
    return false;
  }
}

RatingForm kind_of(const Card& card, std::string_view name) {
  if (!name.empty()) return rating_form(name);
  for (const auto& kind : rating_forms()) {
    if (card.probe.empty() ? reads(kind, card) : kind.probe == card.probe) return kind;
  }
  throw usage_error("cannot tell which question to ask about " + card.file.string(),
                    "use --ask " + rating_form_names());
}

std::string group_of(const RatingItem& item, const std::string& by) {
  const auto label = item.labels.find(by);
  return by.empty() || label == item.labels.end() ? std::string() : label->second;
}

void check_label(const std::vector<RatingItem>& items, const std::string& by) {
  std::set<std::string> known;
  for (const auto& item : items) {
    for (const auto& [name, value] : item.labels) known.insert(name);
  }
  if (by.empty() || known.contains(by)) return;
  std::string names;
  for (const auto& name : known) names += (names.empty() ? "" : ", ") + name;
  throw usage_error("no item has the label '" + by + "'",
                    names.empty() ? "the data set has no labels" : "there are " + names);
}

// Numbers from 0 in an order of chance.
std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed, DesignStream stream,
                                    std::uint64_t which = 0) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](auto i) { return std::pair(lot(seed, stream, which, i), i); });
  return order;
}

// The ends of the scale: its upper and its lower half without the middle.
ExpectedRating half_of(const RatingForm& kind, bool upper) {
  const auto choices = kind.guideline().choices;
  const std::size_t half = choices.size() / 2;
  if (upper) return {choices[choices.size() - half].value, choices.back().value};
  return {choices.front().value, choices[half - 1].value};
}

// A question to which equal sentences are a right answer.
bool suits_equal(const RatingForm& kind, const RatingItem& item) {
  return kind.ordered.empty() || item.ask != kind.ordered;
}

std::size_t ceiling(std::size_t count, std::size_t part) { return (count + part - 1) / part; }

std::size_t raters_for(std::size_t items, const RatingDesign& design) {
  if (design.per_item == 0 || design.per_rater == 0) {
    throw usage_error("there is nothing to rate", "use --per-item and --per-person of 1 or more");
  }
  const std::size_t least =
      std::max(ceiling(items * design.per_item, design.per_rater), design.per_item);
  const std::size_t raters = design.raters == 0 ? least : design.raters;
  if (raters < least) {
    throw usage_error(std::to_string(raters) + " people who rate up to " +
                          counted(design.per_rater, "item") + " can't rate " +
                          counted(items, "item") + " " + std::to_string(design.per_item) +
                          " times each",
                      std::to_string(least) + " people can; or use --per-person or --draw");
  }
  return raters;
}

void check_size(std::size_t items, std::size_t raters, const RatingDesign& design,
                std::size_t checks) {
  if (raters <= kMostRaters && items * design.per_item + raters * checks <= kMostRatingTurns) {
    return;
  }
  throw usage_error("a project has at most " + std::to_string(kMostRaters) + " people and " +
                        std::to_string(kMostRatingTurns) + " answers",
                    "use --draw, a smaller --per-item or a larger --per-person");
}

}  // namespace

ReadItems read_rating_items(const Card& card, std::string_view kind) {
  ReadItems read{kind_of(card, kind), {}};
  const auto fields = read.kind.fields();
  read_records(card, fields, [&](Record&& record) {
    const std::size_t before = read.items.size();
    read.kind.add_items(std::move(record), read.items);
    read.left_out += read.items.size() == before;
    if (read.items.size() <= kMostRatingTurns) return true;
    throw input_error("has more than " + std::to_string(kMostRatingTurns) + " items",
                      {card.file.string()}, "give a part of it");
  });
  if (read.items.empty()) {
    throw input_error("has nothing to ask", {card.file.string()}, "see docs/reference/rating.md");
  }
  return read;
}

std::vector<RatingItem> draw_items(std::vector<RatingItem> items, std::size_t most,
                                   const std::string& by, std::uint64_t seed) {
  if (most == 0 && !by.empty()) {
    throw usage_error("--by needs the number of items to draw", "use --draw N too");
  }
  if (most == 0) return items;
  check_label(items, by);
  std::map<std::string, std::vector<std::pair<std::uint64_t, std::size_t>>> groups;
  for (std::size_t i = 0; i < items.size(); ++i) {
    groups[group_of(items[i], by)].emplace_back(lot(seed, kDraw, key_of(items[i])), i);
  }
  std::set<std::size_t> drawn;
  for (auto& [name, lots] : groups) {
    std::ranges::sort(lots);
    for (std::size_t i = 0; i < std::min(most, lots.size()); ++i) drawn.insert(lots[i].second);
  }
  std::vector<RatingItem> kept;
  for (const auto i : drawn) kept.push_back(std::move(items[i]));
  return kept;
}

std::vector<RatingItem> attention_checks(const RatingForm& kind,
                                         const std::vector<RatingItem>& items, std::size_t count,
                                         std::span<const std::string> nonsense,
                                         std::uint64_t seed) {
  if (count > 2 * std::min(nonsense.size(), items.size())) {
    throw usage_error("at most " +
                          counted(2 * std::min(nonsense.size(), items.size()), "attention check") +
                          " can be made of this data set",
                      "use a smaller --checks");
  }
  if (count > 0 && kind.guideline().choices.empty()) {
    throw usage_error("there are no attention checks for " + std::string(kind.name),
                      "leave --checks out");
  }
  const auto order = shuffled(items.size(), seed, kCheckTexts);
  std::vector<RatingItem> checks;
  for (std::size_t i = 0; i < count; ++i) {
    RatingItem check = items[order[i % order.size()]];
    const bool equal = i % 2 == 0 && suits_equal(kind, check);
    if (equal) {
      std::ranges::fill(check.texts, std::string(check.texts.front()));
    } else {
      check.texts.back() = nonsense[i / 2];
    }
    check.id = "check-" + std::to_string(i + 1);
    check.expected = half_of(kind, equal);
    check.labels.clear();
    checks.push_back(std::move(check));
  }
  return checks;
}

// Each item goes to those with the fewest so far, ties by lot: so no load is ever more than one
// above another, and any two people may share items.
std::vector<std::vector<std::uint32_t>> assign_items(std::size_t items, std::size_t raters,
                                                     std::size_t per_item, std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> given(items);
  std::vector<std::size_t> load(raters);
  std::vector<std::uint32_t> people(raters);
  for (const auto item : shuffled(items, seed, kItemOrder)) {
    std::iota(people.begin(), people.end(), 0U);
    const auto rank = [&](std::uint32_t person) {
      return std::pair(load[person], lot(seed, kRaterTies, item, person));
    };
    const auto end = people.begin() + static_cast<std::ptrdiff_t>(per_item);
    std::ranges::partial_sort(people, end, {}, rank);
    given[item].assign(people.begin(), end);
    for (const auto person : given[item]) ++load[person];
  }
  return given;
}

RatingProject design_project(ReadItems read, const RatingDesign& design, const Card& card) {
  const RatingForm& kind = read.kind;
  RatingProject project{card.name, design.seed, 1, kind.guideline(), {}, {}};
  project.items = draw_items(std::move(read.items), design.draw, design.by, design.seed);
  const std::size_t items = project.items.size(), raters = raters_for(items, design);
  const std::size_t checks = design.checks == SIZE_MAX ? kind.checks : design.checks;
  check_size(items, raters, design, checks);
  project.raters.resize(raters);
  for (std::size_t i = 0; i < raters; ++i) project.raters[i].name = "p" + std::to_string(i + 1);
  const auto given = assign_items(items, raters, design.per_item, design.seed);
  for (std::uint32_t item = 0; item < items; ++item) {
    for (const auto person : given[item]) project.raters[person].turns.push_back(item);
  }
  const auto nonsense =
      checks == 0 ? std::vector<std::string>() : nonsense_sentences(card.language, design.nonsense);
  for (auto& check : attention_checks(kind, project.items, checks, nonsense, design.seed)) {
    for (auto& rater : project.raters) {
      rater.turns.push_back(static_cast<std::uint32_t>(project.items.size()));
    }
    project.items.push_back(std::move(check));
  }
  for (std::size_t i = 0; i < raters; ++i) {
    auto& turns = project.raters[i].turns;
    std::ranges::sort(turns, {}, [&](auto item) {
      return std::pair(lot(design.seed, kTurnOrder, i, item), item);
    });
  }
  return project;
}

}  // namespace sonde
