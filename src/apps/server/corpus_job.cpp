#include "apps/server/corpus_job.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "apps/server/item_numbers.h"
#include "run/tasks/context.h"
#include "run/tasks/item_stream.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kItemsOfBlock = 64;

struct CorpusItems {
  std::vector<Item> items;
  std::map<std::string, std::uint64_t> left_out;
  std::uint64_t rows = 0;

  void add(Item&& item) {
    rows += item.rows.size();
    if (rows > kMostPairs) {
      throw input_error("these are more than " + std::to_string(kMostPairs) + " pairs", {},
                        "use fewer sentences or variants; `sonde run` measures any number");
    }
    items.push_back(std::move(item));
  }
};

CorpusItems items_of_text(const CorpusQuestion& question, const Stop& stop) {
  CorpusItems made;
  const auto fields = question.probe->fields();
  const auto line = std::ranges::find(fields, true, &Field::is_line);
  for (const auto& sentence : question.sentences) {
    if (stop()) throw_stopped();
    Item item = item_with(*question.probe, {{line->name, sentence}});
    if (item.left_out.empty()) {
      made.add(std::move(item));
    } else {
      ++made.left_out[item.left_out];
    }
  }
  return made;
}

// The items that a run with this limit and seed 1 measures.
CorpusItems items_of_corpus(const CorpusQuestion& question, const Stop& stop) {
  CorpusItems made;
  const auto check = [&] {
    if (stop()) throw_stopped();
  };
  const ItemStream stream(*question.corpus, *question.probe);
  const Sample sample = stream.sample(Limit{question.limit}, 1, check);
  const auto counts = stream.read(sample, kItemsOfBlock, [&](std::span<Item> items, auto) {
    check();
    for (auto& item : items) made.add(std::move(item));
  });
  made.left_out = counts.left_out;
  return made;
}

// "NAME:place=start" -> NAME, start
std::pair<std::string, std::string> kind_and_place(const std::string& label) {
  const auto colon = label.find(':');
  const auto equals = label.find('=');
  return {label.substr(0, colon), equals == label.npos ? "" : label.substr(equals + 1)};
}

class CorpusWork {
 public:
  CorpusWork(LoadedEncoders& encoders, const CorpusQuestion& question)
      : encoders_(encoders), question_(question) {
    for (const std::size_t subject : question.subjects) {
      found_.subjects.push_back(encoders.subjects()[subject].name);
    }
    found_.view = question.view;
    for (auto& group : found_.groups) group.resize(question.subjects.size());
  }

  void add(std::span<const Item> items, const Stop& stop) {
    const auto texts = texts_in(items);
    const auto encoded = encoders_.encode(question_.subjects, texts, Urgency::kJob, stop);
    std::vector<MatrixOf<double>> values;
    for (const auto& of : encoded) values.push_back(measured(*question_.probe, items, of));
    std::size_t row = 0;
    for (const auto& item : items) {
      for (const auto& variant : item.rows) add(item, variant, values, row++);
      ++found_.originals;
    }
  }

  std::uint64_t pairs() const { return found_.pairs; }
  CorpusFound finish() && { return std::move(found_); }

 private:
  void add(const Item& item, const Row& variant, std::span<const MatrixOf<double>> values,
           std::size_t row) {
    const auto [kind, place] = kind_and_place(variant.label);
    auto& lists = found_.groups[kind == question_.view->groups[0].name ? 0 : 1];
    std::vector<double> cosines;
    for (std::size_t subject = 0; subject < values.size(); ++subject) {
      const double cosine = values[subject][row][0];
      cosines.push_back(cosine);
      if (std::isnan(cosine)) continue;
      lists[subject].values.push_back(cosine);
      lists[subject].items.push_back(static_cast<std::uint32_t>(found_.originals));
    }
    ++found_.pairs;
    if (found_.examples.size() >= kMostExamples) return;
    found_.examples.push_back({item.texts[variant.at[0]].text, item.texts[variant.at[1]].text, kind,
                               place, std::move(cosines)});
  }

  LoadedEncoders& encoders_;
  const CorpusQuestion& question_;
  CorpusFound found_;
};

}  // namespace

CorpusFound measure_corpus(LoadedEncoders& encoders, const CorpusQuestion& question,
                           const Stop& stop, const TellProgress& tell) {
  auto made = question.corpus ? items_of_corpus(question, stop) : items_of_text(question, stop);
  if (made.items.empty()) {
    const std::string why = made.left_out.empty() ? "" : ": " + made.left_out.begin()->first;
    throw input_error("no sentence is left to measure" + why, {}, "give other sentences");
  }
  tell(0, made.rows);
  CorpusWork work(encoders, question);
  const std::span<const Item> items(made.items);
  for (std::size_t first = 0; first < items.size(); first += kItemsOfBlock) {
    work.add(items.subspan(first, std::min(kItemsOfBlock, items.size() - first)), stop);
    tell(work.pairs(), made.rows);
  }
  auto found = std::move(work).finish();
  found.left_out = std::move(made.left_out);
  return found;
}

ServedJson corpus_json(const CorpusFound& found) {
  ServedJson examples = ServedJson::array();
  for (const auto& example : found.examples) {
    ServedJson cosines = ServedJson::array();
    for (const double cosine : example.cosines) cosines.push_back(number_or_null(cosine));
    examples.push_back({{"original", example.original},
                        {"variant", example.variant},
                        {"kind", example.kind},
                        {"place", example.place},
                        {"cosines", std::move(cosines)}});
  }
  ServedJson left_out = ServedJson::object();
  for (const auto& [why, count] : found.left_out) left_out[why] = count;
  return {{"encoders", found.subjects},
          {"pairs", found.pairs},
          {"originals", found.originals},
          {"left_out", std::move(left_out)},
          {"examples", std::move(examples)}};
}

}  // namespace sonde
