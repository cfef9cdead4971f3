#include "run/filtering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "items/card.h"
#include "items/spec_text.h"
#include "run/encoding.h"
#include "run/vector_source.h"
#include "sonde/error.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr std::size_t kBlock = 1024;  // items
constexpr std::size_t kDigits = 16;   // of an encoder's digest, in the settings

// A model of the subjects is not loaded twice.
std::shared_ptr<Encoder> encoder_of(const Spec& spec, const RunPlan& plan,
                                    const ResolvedPlan& resolved) {
  for (const auto& subject : resolved.encoders) {
    if (subject.spec.text == spec.text) return subject.encoder;
  }
  for (const auto& task : resolved.tasks) {
    for (const auto& by : task.filter) {
      if (by.spec.text == spec.text) return by.encoder;
    }
  }
  return make_encoder(spec, {plan.resources, plan.threads, resolved.stop});
}

FilterEncoder filter_encoder(const std::string& text, const RunPlan& plan,
                             const ResolvedPlan& resolved) {
  const Spec spec = parse_spec(text);
  const auto encoder = encoder_of(spec, plan, resolved);
  if (encoder->fitter() != nullptr) {
    throw usage_error("'" + text + "' is fitted on the data, which a filter is to choose",
                      "choose an encoder that isn't");
  }
  if (encoder->views().size() != 1) {
    throw usage_error("'" + text + "' gives several vectors, a filter takes one", "name one view");
  }
  return {spec, encoder, encoder->views().front()};
}

// The error of an encoder that nobody may have asked for by name.
[[noreturn]] void throw_of_filter(const Error& error, const Task& task, const std::string& text) {
  const std::string& otherwise = task.probe->filter()->facts().otherwise;
  throw Error(error.kind(),
              "the filter of '" + task.card.name + "' asks '" + text + "': " + error.message(),
              error.place(), error.advice() + (error.advice().empty() ? "" : "; ") + otherwise);
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const auto at = text.find(part);
  return at == text.npos ? text : text.replace(at, part.size(), by);
}

// No folder gets into a run file.
void take_folders_out(Task& task) {
  bool changed = false;
  for (auto& [key, value] : task.spec.options) {
    for (const auto& by : task.filter) {
      const std::string before =
          std::exchange(value, replaced(value, by.spec.text, text_without_folders(by.spec)));
      changed = changed || value != before;
    }
  }
  if (changed) task.spec.text = composed_text(task.spec);
}

std::string identities(const Task& task) {
  std::string all;
  for (const auto& by : task.filter) {
    all += (all.empty() ? "" : ", ") + text_without_folders(by.spec) + " " +
           by.identity.what.hex().substr(0, kDigits);
  }
  return fmt::format("{} below {}", all, task.probe->filter()->facts().below);
}

void make_filter(const RunPlan& plan, const ResolvedPlan& resolved, Task& task) {
  if (task.card.settings.contains("filtered_by")) {
    throw input_error("'filtered_by' is what a run says of itself",
                      place_in_card(task.card, "filtered_by"), "take it out");
  }
  const ItemFilter* filter = task.probe->filter();
  if (filter == nullptr) return;
  for (const auto& text : filter->facts().encoders) {
    try {
      task.filter.push_back(filter_encoder(text, plan, resolved));
    } catch (const Error& error) {
      throw_of_filter(error, task, text);
    }
  }
  task.settings["filtered_by"] = identities(task);
  take_folders_out(task);
}

// The texts that pairs of an item are of, and where each pair's stand among them.
struct PairTexts {
  PairTexts(const ItemFilter& filter, std::span<const Item> items) {
    for (const auto& item : items) {
      for (const auto& [a, b] : filter.pairs(item)) {
        texts.push_back(item.texts[a]);
        texts.push_back(item.texts[b]);
      }
      end.push_back(texts.size());
    }
  }

  std::vector<Text> texts;       // two a pair
  std::vector<std::size_t> end;  // by item
};

double greatest_cosine(const MatrixOf<float>& vectors, std::size_t begin, std::size_t end) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t text = begin; text < end; text += 2) {
    const double value = cosine(vectors[text], vectors[text + 1]);
    greatest = std::isnan(value) ? value : std::max(greatest, value);
    if (std::isnan(value)) break;
  }
  return greatest;
}

// By item, over its pairs; NaN where one of them has none.
std::vector<double> greatest_cosines(VectorSource& source, bool stored, const ItemFilter& filter,
                                     std::span<const Item> items) {
  const PairTexts pairs(filter, items);
  if (stored) {
    const DistinctTexts once(pairs.texts, source.sided());
    source.keep(once.texts, source.keys(once.texts));
  }
  MatrixOf<float> vectors(pairs.texts.size(), source.encoder().dimension());
  std::vector<Remark> remarks(pairs.texts.size());
  source.vectors(0, pairs.texts, vectors.view(), remarks);
  std::vector<double> greatest;
  for (std::size_t begin = 0; const auto end : pairs.end) {
    greatest.push_back(greatest_cosine(vectors, begin, end));
    begin = end;
  }
  return greatest;
}

// What was found of a block, or what `find` finds.
template <class Find>
std::vector<double> kept_or_found(MeasuredBlocks& blocks, const BlockPlace& place,
                                  std::size_t items, const Find& find) {
  auto there = blocks.find(place, 1);
  if (there && there->views.front().values.size() == items) return there->views.front().values;
  MeasuredBlock made{0, {{find(), {}}}};
  blocks.keep(place, made);
  return made.views.front().values;
}

}  // namespace

void make_filters(const RunPlan& plan, ResolvedPlan& resolved) {
  for (auto& task : resolved.tasks) make_filter(plan, resolved, task);
}

struct Filtering::Found {
  std::vector<bool> passes;  // by item
  std::uint64_t undefined = 0;
};

void Filtering::go() {
  for (std::uint32_t number = 0; number < resolved_.tasks.size(); ++number) {
    Task& task = resolved_.tasks[number];
    if (!task.filter.empty()) filter(number, task);
  }
}

void Filtering::filter(std::uint32_t number, Task& task) {
  Found found{std::vector<bool>(task.counts.items, true), 0};
  for (std::uint32_t which = 0; which < task.filter.size(); ++which) {
    ask(number, task, which, found);
    task.filter[which].encoder.reset();
  }
  hooks_.note(told(task, found));
  task.passed = std::make_shared<const std::vector<bool>>(std::move(found.passes));
  task.kept.reset();
  const ItemStream stream(task.card, *task.probe, task.repeated, task.passed);
  task.counts = stream.read(task.sample, kBlock, [](auto, auto) {});
}

void Filtering::ask(std::uint32_t number, const Task& task, std::uint32_t which, Found& found) {
  const FilterEncoder& by = task.filter[which];
  const ItemFilter& filter = *task.probe->filter();
  VectorSource source(by.encoder, task.streamed ? nullptr : &store_,
                      [this](std::size_t) { hooks_.check_stop(); });
  hooks_.begin("filtering " + task.card.name + " by " + by.spec.name, task.counts.items);
  const auto encoders = static_cast<std::uint32_t>(resolved_.encoders.size());
  BlockPlace place{number, encoders + which, 0, {}};
  std::size_t item = 0;
  read_again(task, kBlock, [&](std::span<const Item> items, std::span<const Digest> digests) {
    hooks_.check_stop();
    place.items = digest_of_items(digests);
    const auto find = [&] { return greatest_cosines(source, !task.streamed, filter, items); };
    const auto greatest =
        task.streamed ? kept_or_found(hooks_.blocks(), place, items.size(), find) : find();
    for (const double value : greatest) {
      found.undefined += found.passes[item] && std::isnan(value);
      found.passes[item] = found.passes[item] && value < filter.facts().below;
      ++item;
    }
    hooks_.advance(item);
    ++place.block;
  });
  encoded_ += source.encoded();
}

std::string Filtering::told(const Task& task, const Found& found) const {
  const auto& facts = task.probe->filter()->facts();
  const auto dropped = std::ranges::count(found.passes, false);
  std::string names;
  for (const auto& by : task.filter) names += (names.empty() ? "" : " or ") + by.spec.name;
  std::string line =
      fmt::format("'{}': {} of {} items {}: cosine not below {} by {}", task.card.name, dropped,
                  found.passes.size(), facts.dropped, facts.below, names);
  if (found.undefined > 0) line += fmt::format(" ({} for want of a vector)", found.undefined);
  return line;
}

}  // namespace sonde
