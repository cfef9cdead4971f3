// A sixth probe, in one place: its method, its tab in `serve` and its rating form.
#pragma once

#include <memory>
#include <utility>

#include "probes/shared/probe_forms.h"
#include "probes/shared/records.h"
#include "sonde/probe.h"
#include "sonde/stats.h"

namespace sonde::test {

// Whether a greeting is similar to its answer.
class Greetings : public Probe {
 public:
  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    for (std::size_t field = 0; field < 2; ++field) {
      item.texts.push_back({take_sentence(record, fields_, field)});
    }
    item.rows.push_back({"pair", {0, 1}});
    item.id = record.id;
    return item;
  }

  void measure(const Block& block, const Fitted&, Matrix<double> out) const override {
    for (std::size_t item = 0; item < block.items.size(); ++item) {
      out(item, 0) = cosine(block.vectors[2 * item], block.vectors[2 * item + 1]);
    }
  }

  std::vector<Result> summarise(const Frame&, std::span<const Table> tables,
                                const Resampler&) const override {
    Result result;
    result.name = "warmth";
    result.value = 2 * tables[0].values(0, 0);
    return {result};
  }

 private:
  std::vector<Field> fields_{{"greeting", {}}, {"answer", {}}};
  std::vector<Measurement> measurements_{{"similarity", false, true}};
};

inline ItemView greetings_view() {
  return {{"greeting", "Greetings", "Is a greeting similar to its answer?"},
          {},
          {"language", "Language", false, {{"en", "English"}, {"nl", "Dutch"}}},
          {{"first", "greeting", "Greeting", "Good morning."},
           {"second", "answer", "Answer", "Hello to you."}},
          {{"pair", "greeting and answer"}},
          {{"warmth", "warmth"}},
          false,
          "",
          [](const MeasuredItem& item) {
            return ViewAnswer{{item.numbers(0, 0)}, {item.results.at("warmth")}};
          }};
}

inline constexpr std::array<std::string_view, 2> kGreetingTexts{"Greeting", "Answer"};
inline constexpr std::array<std::string_view, 2> kGreetingColumns{"greeting", "answer"};

inline RatingForm greetings_rating_form() {
  return {"politeness",
          "1 to 3: how polite is it?",
          "greetings",
          kGreetingTexts,
          0,
          0,
          "",
          [] {
            Guideline text;
            text.kind = "politeness";
            text.title = "How polite?";
            text.question = "How polite is it?";
            text.choices = {{1, "Rude"}, {2, ""}, {3, "Polite"}};
            return text;
          },
          [] { return std::vector<Field>{{"greeting", {}}, {"answer", {}}}; },
          [](Record&& record, std::vector<RatingItem>& items) {
            items.push_back({record.id, "", record.values, {}, record.labels});
          },
          kGreetingTexts,
          kGreetingColumns,
          "",
          0,
          true};
}

// Adds it to the table once.
inline void add_greetings() {
  static const bool added = [] {
    const ProbeForms forms{.rating = greetings_rating_form(), .item = greetings_view()};
    add_probe_kind({"greetings",
                    "greetings",
                    "is a greeting similar to its answer?",
                    [](const Spec&, const auto&) { return std::make_unique<Greetings>(); },
                    {},
                    {},
                    {},
                    {},
                    std::make_shared<const ProbeForms>(forms)});
    return true;
  }();
  static_cast<void>(added);
}

}  // namespace sonde::test
