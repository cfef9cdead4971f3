// sonde.encode: texts in, vectors out.

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "apps/cli/environment.h"
#include "apps/python/bind_objects.h"
#include "apps/python/binding.h"
#include "apps/python/observer.h"
#include "sonde/encoder.h"

namespace sonde {
namespace {

constexpr std::size_t kTextsAtOnce = 4096;

// The texts are the data set that an encoder is fitted on.
std::unique_ptr<Encoder> fitted_on(std::span<const Text> texts, EncoderFitter& fitter) {
  std::unordered_set<std::string_view> seen;
  std::vector<Text> distinct;
  for (const auto& text : texts) {
    if (seen.insert(text.text).second) distinct.push_back(text);
  }
  fitter.add(distinct);
  return fitter.finish();
}

std::vector<float> encode_all(Encoder& encoder, std::span<const Text> texts, Observer& observer) {
  const std::size_t width = encoder.dimension();
  std::vector<float> numbers(texts.size() * width);
  observer.begin("encoding", texts.size());
  for (std::size_t first = 0; first < texts.size(); first += kTextsAtOnce) {
    if (observer.stop()) throw Error(ErrorKind::kInterrupted, "stopped");
    const std::size_t count = std::min(kTextsAtOnce, texts.size() - first);
    const std::vector<Matrix<float>> views{{numbers.data() + first * width, count, width}};
    std::vector<Remark> remarks(count);
    encoder.encode(texts.subspan(first, count), views, remarks);
    observer.advance(first + count);
  }
  return numbers;
}

std::unique_ptr<Encoder> encoder_for(const Spec& spec, const std::vector<std::string>& resources,
                                     std::size_t threads, Observer& observer) {
  EncoderContext context{surroundings({resources.begin(), resources.end()}).resources, threads};
  context.stop = [&observer] { return observer.stop(); };
  context.note = [&observer](const std::string& line) { observer.note(line); };
  auto encoder = make_encoder(spec, context);
  if (encoder->views().size() == 1) return encoder;
  throw usage_error("'" + spec.text + "' has several views", "name one layer and one pooling");
}

Array<float> encode(const nb::object& subject, const std::vector<std::string>& sentences,
                    bool second, std::size_t threads, const std::vector<std::string>& resources,
                    nb::object told) {
  LentObjects lent;
  const Spec spec = lent.encoder_spec(subject);
  std::vector<Text> texts;
  for (const auto& sentence : sentences) {
    texts.push_back({sentence, second ? Side::kSecond : Side::kFirst});
  }
  PythonObserver observer(std::move(told));
  std::unique_ptr<Encoder> encoder;
  auto numbers = observed(observer, [&] {
    encoder = encoder_for(spec, resources, threads, observer);
    if (const auto fitter = encoder->fitter()) encoder = fitted_on(texts, *fitter);
    return encode_all(*encoder, texts, observer);
  });
  const std::size_t width = encoder->dimension();
  return array_of(std::move(numbers), {texts.size(), width});
}

}  // namespace

void bind_encode(nb::module_& module) {
  module.def("encode", encode, nb::arg("encoder"), nb::arg("texts"), nb::arg("second"),
             nb::arg("threads"), nb::arg("resources"), nb::arg("told"));
}

}  // namespace sonde
