// Room: encoders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/resources.h"
#include "sonde/subject.h"

namespace sonde {

class EncoderFitter;

// Requests sent to a service.
struct Requests {
  std::uint64_t requests = 0;
  std::uint64_t tokens = 0;  // estimated: a service counts its own
};

// Called with the places of texts whose vectors and remarks are now complete, each once.
using TextsDone = std::function<void(std::span<const std::size_t> places)>;

// A vector's numbers that aren't 0. `columns` ascend. Both are empty if a text has no vector.
struct SparseVector {
  std::vector<std::uint32_t> columns;
  std::vector<float> numbers;
};

// The interface of a one-view encoder whose vectors are wide and nearly all 0.
class SparseEncoder {
 public:
  virtual ~SparseEncoder() = default;
  // The output of encode() for the text, and its remark.
  virtual SparseVector sparse_vector(const Text& text, Remark& remark) const = 0;
};

// A token of a text as an encoder has it.
struct Token {
  std::string text;      // spelled as in the vocabulary: "##ing"
  bool special = false;  // put in by the tokenizer: [CLS]
  bool kept = true;      // else cut off at the length limit
};

// Turns texts into vectors and knows nothing else. Making one is cheap: the first encode() loads
// weights. Call encode() from one thread at a time; it uses up to the threads it was made with.
class Encoder {
 public:
  virtual ~Encoder() = default;

  // The views that one pass gives, at least one. Known before weights are loaded.
  virtual std::span<const Identity> views() const = 0;
  // Numbers in a vector, the same for all views.
  virtual std::size_t dimension() const = 0;
  // One vector per text and view: out[view] is texts.size() x dimension(). A vector depends on its
  // text alone, not on its batch. If a text has no vector in a view, its numbers there are NaN. Its
  // remark is undefined if any view has none.
  virtual void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
                      std::span<Remark> remarks) = 0;
  // The same, but `done` gets finished texts part by part, on the calling thread. If it throws, the
  // call ends. If the call fails, `done` has received each text completed before.
  virtual void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                               std::span<Remark> remarks, const TextsDone& done);
  // The number of short texts that take a second or two. A streamed run saves its measurements
  // every few of these.
  virtual std::size_t slice() const { return 512; }
  // Null if the encoder is ready. Otherwise it is fitted on each data set first, and the fitted
  // encoder is used instead. Its own dimension() is 0 and encode() throws kUsage.
  virtual std::unique_ptr<EncoderFitter> fitter() const { return nullptr; }
  // Null, or the interface to use instead of encode() if vectors needn't be written out in full.
  virtual const SparseEncoder* sparse() const { return nullptr; }
  // The requests that encode() makes to a service for the texts. Nothing if it makes none.
  virtual std::optional<Requests> requests(std::span<const Text>) const { return std::nullopt; }
  // The words of a text missing from the vocabulary, each as often as it occurs. Empty for encoders
  // that accept any word or don't list them.
  virtual std::vector<std::string> unknown_words(const Text&) const { return {}; }
  // All tokens of a text in order, or nothing if the encoder doesn't expose them. Like encode():
  // one thread at a time, and it may load weights.
  virtual std::optional<std::vector<Token>> tokens(const Text&) { return std::nullopt; }
};

// Reads the texts that an encoder is to be fitted on.
class EncoderFitter {
 public:
  virtual ~EncoderFitter() = default;
  // The next original texts of the data set, each distinct one once.
  virtual void add(std::span<const Text> originals) = 0;
  // The fitted encoder, with the same views. Errors: kInput if the texts are unsuitable.
  virtual std::unique_ptr<Encoder> finish() = 0;
};

struct EncoderContext {
  Resources resources;
  std::size_t threads = 0;  // 0: all of the machine's, at most 512
  // Polled during encode(), on any thread. True: long work throws kInterrupted. None: never.
  std::function<bool()> stop{};
  // Receives messages for the user during encode(), on the calling thread. None: dropped.
  std::function<void(const std::string&)> note{};
  bool strict = false;  // a text or graph with a fault ends the run
};

// A row of the table of encoders.
struct EncoderKind {
  std::string_view name;
  std::string_view form;  // how it is written
  std::string_view help;  // one line
  std::unique_ptr<Encoder> (*make)(const Spec&, const EncoderContext&);
};

std::span<const EncoderKind> encoder_kinds();

// Adds a row to the table of this process, as add_probe_kind() does.
void add_encoder_kind(const EncoderKind& kind);

// Errors: kUsage for an unknown kind or option, kInput for a bad model.
std::unique_ptr<Encoder> make_encoder(const Spec& spec, const EncoderContext& context);

}  // namespace sonde
