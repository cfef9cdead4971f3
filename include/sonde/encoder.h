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

// What a service is asked for.
struct Requests {
  std::uint64_t requests = 0;
  std::uint64_t tokens = 0;  // estimated: a service counts its own
};

// Hears which of the texts of a call have their vectors and remarks now: places, each once.
using TextsDone = std::function<void(std::span<const std::size_t> places)>;

// A vector by its numbers that aren't 0; `columns` ascend. Both are empty where a text has no
// vector.
struct SparseVector {
  std::vector<std::uint32_t> columns;
  std::vector<float> numbers;
};

// Of an encoder with one view, whose vectors are wide and nearly all 0.
class SparseEncoder {
 public:
  virtual ~SparseEncoder() = default;
  // What encode() gives for the text, and its remark.
  virtual SparseVector sparse_vector(const Text& text, Remark& remark) const = 0;
};

// A token of a text as an encoder has it.
struct Token {
  std::string text;      // as the vocabulary spells it: "##ing"
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
  // Numbers in a vector; the same for all views.
  virtual std::size_t dimension() const = 0;
  // One vector a text and view: out[view] is texts.size() x dimension(). A vector depends on its
  // text alone, whatever stands beside it. Where a text has no vector in a view, its numbers there
  // are NaN; its remark says undefined where it lacks one in any view.
  virtual void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
                      std::span<Remark> remarks) = 0;
  // The same; `done` hears of the texts part by part, on the thread that called. What it throws
  // ends the call. Where the call fails, it has heard of each text that was whole before.
  virtual void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                               std::span<Remark> remarks, const TextsDone& done);
  // How many short texts are a second's work or two. A streamed run keeps what it measured every
  // few of these.
  virtual std::size_t slice() const { return 512; }
  // Null where the encoder is ready. Else it is fitted on each data set first, and what
  // comes of that is asked in its place; its own dimension() is 0 and encode() kUsage.
  virtual std::unique_ptr<EncoderFitter> fitter() const { return nullptr; }
  // Null, or what is asked in place of encode() where vectors needn't be written out in full.
  virtual const SparseEncoder* sparse() const { return nullptr; }
  // What encode() of the texts asks a service for; nothing where it asks none.
  virtual std::optional<Requests> requests(std::span<const Text>) const { return std::nullopt; }
  // The words of a text that the vocabulary lacks, each as often as it occurs. Empty
  // for encoders that know any word or don't list them.
  virtual std::vector<std::string> unknown_words(const Text&) const { return {}; }
  // All tokens of a text in order; nothing where the encoder doesn't tell. As encode(): one thread
  // at a time, and it may load weights.
  virtual std::optional<std::vector<Token>> tokens(const Text&) { return std::nullopt; }
};

// Reads the texts that an encoder is to be fitted on.
class EncoderFitter {
 public:
  virtual ~EncoderFitter() = default;
  // The next original texts of the data set, each distinct one once.
  virtual void add(std::span<const Text> originals) = 0;
  // The encoder fitted, with the same views. Errors: kInput where the texts don't do.
  virtual std::unique_ptr<Encoder> finish() = 0;
};

struct EncoderContext {
  Resources resources;
  std::size_t threads = 0;  // 0: all of the machine's; at most 512
  // Asked during encode(), on any thread; true: what takes long throws kInterrupted. None: never.
  std::function<bool()> stop{};
  // Told during encode() what the user should know, on the thread that called. None: nobody.
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
