#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/server/request_json.h"
#include "sonde/encoder.h"
#include "sonde/matrix.h"

namespace sonde {

// Whether a user is waiting at a page for it.
enum class Urgency : std::uint8_t { kView, kJob };

// Threads in the order in which they came, views before jobs: work in slices lets others have their
// turn between two.
class Turns {
 public:
  class Turn {
   public:
    // Errors: kInterrupted if `stop` returned true before it came.
    Turn(Turns& turns, Urgency urgency, const Stop& stop);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Turns& turns_;
  };

 private:
  struct Waiting {
    std::uint64_t number;
    Urgency urgency;
  };
  bool is_first(std::uint64_t number) const { return waiting_.front().number == number; }
  std::uint64_t line_up(Urgency urgency);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> waiting_;  // in order, the first one has its turn
  std::uint64_t next_ = 0;
};

// A view of an encoder.
struct BenchSubject {
  std::string name, spec;
  std::size_t encoder = 0, view = 0;  // places
  std::size_t dimension = 0;
  std::vector<std::pair<std::string, std::string>> facts;
};

// The vectors of some texts, a row each, and what is remarked.
struct EncodedTexts {
  MatrixOf<float> vectors;
  std::vector<Remark> remarks;
};

// The encoders of a server, their weights in memory. An encoder works for one thread at a time and
// uses all of the machine: calls take turns. Any thread may call.
class LoadedEncoders {
 public:
  // Errors: as make_encoder(), kUsage if two have the same name, or if one must be fitted on a data
  // set first.
  LoadedEncoders(std::span<const Spec> specs, const Resources& resources);

  std::span<const BenchSubject> subjects() const { return subjects_; }
  // Places by name, in the order of `names`. All without names. Errors: HttpError 400.
  std::vector<std::size_t> named(std::span<const std::string> names) const;

  // Encodes like a run, calling each subject's encoder once. A turn takes as many texts as need a
  // fraction of a second. Errors: the encoder's, kInterrupted if `stop` returns true.
  std::vector<EncodedTexts> encode(std::span<const std::size_t> subjects,
                                   std::span<const Text> texts, Urgency urgency, const Stop& stop);
  // Tokens of each text, or nothing if the encoder doesn't expose them.
  std::optional<std::vector<std::vector<Token>>> tokens(std::size_t subject,
                                                        std::span<const Text> texts,
                                                        const Stop& stop);

 private:
  void add(const Spec& spec, const Resources& resources);
  void load();
  std::vector<EncodedTexts> encode_views(std::size_t encoder, std::span<const Text> texts,
                                         Urgency urgency, const Stop& stop);

  std::vector<std::shared_ptr<Encoder>> encoders_;
  std::vector<BenchSubject> subjects_;
  Turns turns_;
  std::atomic<const Stop*> stop_ = nullptr;  // from the current turn
};

}  // namespace sonde
