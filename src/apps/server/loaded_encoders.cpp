#include "apps/server/loaded_encoders.h"

#include <algorithm>
#include <chrono>

#include "base/names.h"
#include "data/spec_text.h"
#include "run/plan.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// How many texts a turn takes.
std::size_t slice_of(const Encoder& encoder) {
  constexpr std::size_t kPartsOfASecond = 8, kFewest = 8;
  return std::max(encoder.slice() / kPartsOfASecond, kFewest);
}

// The spec for people who see the page: without the names of variables that hold keys.
Spec without_key_variables(const Spec& spec) {
  Spec shown = spec;
  if (shown.options.erase("key_env") + shown.options.erase("header") == 0) return spec;
  const bool is_named = spec.name != parse_spec(spec.text).name;
  shown.text = composed_text(shown);
  if (!is_named) shown.name = parse_spec(shown.text).name;
  return shown;
}

// While it lives, encoders ask this one whether they are to end.
class Asking {
 public:
  Asking(std::atomic<const Stop*>& place, const Stop& stop) : place_(place) { place_ = &stop; }
  ~Asking() { place_ = nullptr; }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  std::atomic<const Stop*>& place_;
};

}  // namespace

// Needs the lock.
std::uint64_t Turns::line_up(Urgency urgency) {
  const auto is_job = [](const Waiting& one) { return one.urgency == Urgency::kJob; };
  auto place = waiting_.end();
  if (urgency == Urgency::kView && !waiting_.empty()) {
    place = std::find_if(waiting_.begin() + 1, waiting_.end(), is_job);
  }
  waiting_.insert(place, {next_, urgency});
  return next_++;
}

Turns::Turn::Turn(Turns& turns, Urgency urgency, const Stop& stop) : turns_(turns) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  std::unique_lock lock(turns_.mutex_);
  const std::uint64_t own = turns_.line_up(urgency);
  while (!turns_.is_first(own)) {
    turns_.changed_.wait_for(lock, kPause);
    if (turns_.is_first(own) || !stop()) continue;
    std::erase_if(turns_.waiting_, [&](const Waiting& one) { return one.number == own; });
    throw_stopped();
  }
}

Turns::Turn::~Turn() {
  {
    const std::scoped_lock lock(turns_.mutex_);
    turns_.waiting_.erase(turns_.waiting_.begin());
  }
  turns_.changed_.notify_all();
}

LoadedEncoders::LoadedEncoders(std::span<const Spec> specs, const Resources& resources) {
  for (const auto& spec : specs) add(spec, resources);
  load();
}

void LoadedEncoders::add(const Spec& spec, const Resources& resources) {
  EncoderContext context{resources};
  context.stop = [this] {
    const Stop* stop = stop_;
    return stop != nullptr && (*stop)();
  };
  const EncoderSubject subject{without_key_variables(spec), make_encoder(spec, context)};
  if (subject.encoder->fitter() != nullptr) {
    throw usage_error(
        "the encoder '" + subject.spec.text + "' is fitted on a data set, and a page has none",
        "name another, or an option that needs no fitting");
  }
  const auto views = subject.encoder->views();
  for (std::size_t view = 0; view < views.size(); ++view) {
    const std::string name = view_name(subject, views[view]);
    if (std::ranges::find(subjects_, name, &BenchSubject::name) != subjects_.end()) {
      throw usage_error("two encoders are called '" + name + "'", "name one: NAME=SPEC");
    }
    subjects_.push_back({name, text_without_folders(subject.spec), encoders_.size(), view,
                         subject.encoder->dimension(), views[view].facts});
  }
  encoders_.push_back(subject.encoder);
}

// Weights are read at the first sentence, so this reports errors in them at once.
void LoadedEncoders::load() {
  const std::vector<Text> texts{{"A sentence."}};
  for (std::size_t i = 0; i < encoders_.size(); ++i) {
    encode_views(i, texts, Urgency::kView, [] { return false; });
  }
}

std::vector<std::size_t> LoadedEncoders::named(std::span<const std::string> names) const {
  std::vector<std::size_t> places;
  for (const auto& name : names) {
    const auto found = std::ranges::find(subjects_, name, &BenchSubject::name);
    if (found == subjects_.end()) throw HttpError(400, "no encoder is called '" + name + "'");
    places.push_back(static_cast<std::size_t>(found - subjects_.begin()));
    if (std::ranges::count(places, places.back()) > 1) {
      throw HttpError(400, "the encoder '" + name + "' is named twice");
    }
  }
  for (std::size_t i = 0; names.empty() && i < subjects_.size(); ++i) places.push_back(i);
  return places;
}

std::vector<EncodedTexts> LoadedEncoders::encode(std::span<const std::size_t> subjects,
                                                 std::span<const Text> texts, Urgency urgency,
                                                 const Stop& stop) {
  std::vector<std::vector<EncodedTexts>> views(encoders_.size());
  std::vector<EncodedTexts> encoded;
  for (const std::size_t subject : subjects) {
    auto& of = views[subjects_[subject].encoder];
    if (of.empty()) of = encode_views(subjects_[subject].encoder, texts, urgency, stop);
    encoded.push_back(std::move(of[subjects_[subject].view]));
  }
  return encoded;
}

std::vector<EncodedTexts> LoadedEncoders::encode_views(std::size_t place,
                                                       std::span<const Text> texts, Urgency urgency,
                                                       const Stop& stop) {
  Encoder& encoder = *encoders_[place];
  std::vector<EncodedTexts> views;
  for (std::size_t i = 0; i < encoder.views().size(); ++i) {
    views.push_back({{texts.size(), encoder.dimension()}, std::vector<Remark>(texts.size())});
  }
  const std::size_t slice = slice_of(encoder);
  for (std::size_t first = 0; first < texts.size(); first += slice) {
    const std::size_t count = std::min(slice, texts.size() - first);
    std::vector<Matrix<float>> out;
    for (auto& view : views) out.push_back(view.vectors.view().block(first, count));
    const Turns::Turn turn(turns_, urgency, stop);
    const Asking asking(stop_, stop);
    if (stop()) throw_stopped();
    encoder.encode(texts.subspan(first, count), out,
                   std::span(views.front().remarks).subspan(first, count));
  }
  for (auto& view : views) view.remarks = views.front().remarks;
  return views;
}

std::optional<std::vector<std::vector<Token>>> LoadedEncoders::tokens(std::size_t subject,
                                                                      std::span<const Text> texts,
                                                                      const Stop& stop) {
  const Turns::Turn turn(turns_, Urgency::kView, stop);
  std::vector<std::vector<Token>> all;
  for (const auto& text : texts) {
    auto tokens = encoders_[subjects_[subject].encoder]->tokens(text);
    if (!tokens) return std::nullopt;
    all.push_back(std::move(*tokens));
  }
  return all;
}

}  // namespace sonde
