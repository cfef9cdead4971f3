#include "run/vectors/filter_encoders.h"

#include <fmt/format.h>

#include <utility>

#include "data/card.h"
#include "data/spec_text.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kDigits = 16;  // digits of an encoder's digest (settings)

// Rethrows the error of an encoder that the user may not have named.
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

}  // namespace

Task FilterEncoders::add_to(Task task) {
  refuse_key_of_runs(task.card, "filtered_by");
  const ItemFilter* filter = task.probe->filter();
  if (filter == nullptr) return task;
  for (const auto& text : filter->facts().encoders) {
    try {
      task.filter.push_back(find_or_make(text));
    } catch (const Error& error) {
      throw_of_filter(error, task, text);
    }
  }
  task.settings["filtered_by"] = identities(task);
  take_folders_out(task);
  return task;
}

FilterEncoder FilterEncoders::find_or_make(const std::string& text) {
  const Spec spec = parse_spec(text);
  const auto encoder = encoder_of(spec);
  if (encoder->fitter() != nullptr) {
    throw usage_error("'" + text + "' is fitted on the data, which the filter has to choose",
                      "choose an encoder that isn't");
  }
  if (encoder->views().size() != 1) {
    throw usage_error("'" + text + "' gives several vectors, a filter takes one", "name one view");
  }
  return made_.emplace_back(FilterEncoder{spec, encoder, encoder->views().front(),
                                          encoder->dimension(), encoder->slice()});
}

// A model of the subjects is not loaded twice.
std::shared_ptr<Encoder> FilterEncoders::encoder_of(const Spec& spec) const {
  for (const auto& subject : subjects_) {
    if (subject.spec.text == spec.text) return subject.encoder;
  }
  for (const auto& by : made_) {
    if (by.spec.text == spec.text) return by.encoder;
  }
  return makers_.encoder(spec, {plan_.resources, plan_.threads, context_.stopper()});
}

}  // namespace sonde
