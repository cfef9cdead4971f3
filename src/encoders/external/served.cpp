#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "encoders/external/asked_encoder.h"
#include "encoders/external/embedding_client.h"
#include "encoders/external/served_options.h"
#include "encoders/shared/kinds.h"
#include "outside/replies/parallel_replies.h"
#include "sonde/error.h"
#include "text/invisible.h"

namespace sonde {
namespace {

// The server's own changes can't be seen: `version` tells them apart.
Digest identity_digest(const ServedOptions& options) {
  constexpr std::uint64_t kRevision = 1;  // changes when the same options give other vectors
  Hasher hasher;
  hasher.add(options.api->name).add(kRevision).add(options.server.url).add(options.model);
  hasher.add(options.version);
  hasher.add(std::uint64_t{options.dimensions}).add(std::uint64_t{options.encoding == "base64"});
  hasher.add(options.extra.dump());
  if (options.encoding != "float" && options.encoding != "base64") hasher.add(options.encoding);
  for (const auto& side : options.sides) hasher.add(side.task).add(side.prompt);
  return hasher.finish();
}

Identity identity_of(const ServedOptions& options) {
  const auto& sides = options.sides;
  Identity identity;
  identity.what = identity_digest(options);
  identity.numerics = "unknown: a server";
  identity.sided = !(sides[0] == sides[1]);
  identity.batch_dependent = true;  // for all that we know
  identity.facts = {{"server", options.server.url}, {"model", options.model}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) identity.facts.emplace_back(name, value);
  };
  add("dimensions", options.dimensions == 0 ? "" : std::to_string(options.dimensions));
  add("task", sides[0].task + (sides[0].task == sides[1].task ? "" : "," + sides[1].task));
  add(identity.sided ? "prompt of the first side" : "prompt", sides[0].prompt);
  if (identity.sided) add("prompt of the second side", sides[1].prompt);
  add("encoding", options.encoding == "float" ? "" : options.encoding);
  add("version", options.version);
  return identity;
}

class ServedEncoder : public AskedEncoder {
 public:
  ServedEncoder(const Spec& spec, const EncoderContext& context)
      : options_(read_served_options(spec, context)), note_(context.note), client_(options_) {
    dimension_ = options_.dimensions;
    identity_ = identity_of(options_);
  }

  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override {
    dimension();
    std::ranges::fill(remarks, Remark());
    leave_out_empty(texts, out[0], remarks, done);
    const auto batches = plan(texts);
    ParallelReplies<EmbeddingReply> answers(
        batches.size(), options_.parallel, [&](std::size_t batch) {
          return client_.ask(question_of(texts, batches[batch]), dimension_);
        });
    while (const auto batch = answers.next([this] { pass_notes(); })) {
      const auto& places = batches[batch->first];
      take(batch->second, places, out[0], remarks);
      done(places);
    }
  }

  std::optional<Requests> requests(std::span<const Text> texts) const override {
    Requests all;
    for (const auto& batch : plan(texts)) {
      ++all.requests;
      for (const auto place : batch) all.tokens += tokens_of(texts[place]);
    }
    return all;
  }

 private:
  using Batch = std::vector<std::size_t>;  // places of texts that have one task

  std::size_t ask_dimension() const override {
    auto question = question_of({{std::string(kFirstText)}}, Side::kFirst);
    if (question.encoding == "base64") question.encoding = "float";  // its length is the dimension
    return client_.ask(question, 0).dimension;
  }

  const ServedSide& of_side(Side side) const {
    return options_.sides[side == Side::kFirst ? 0 : 1];
  }
  std::string sent(const Text& text) const { return of_side(text.side).prompt + text.text; }
  std::size_t tokens_of(const Text& text) const { return estimated_tokens(sent(text)); }

  std::vector<Batch> plan(std::span<const Text> texts) const {
    const bool one_task = options_.sides[0].task == options_.sides[1].task;
    std::vector<Batch> batches;
    for (const Side side : {Side::kFirst, Side::kSecond}) {
      if (one_task && side == Side::kSecond) break;
      std::size_t tokens =
          options_.most_tokens + 1;  // of the last batch: the next text begins another
      for (std::size_t place = 0; place < texts.size(); ++place) {
        if (!one_task && texts[place].side != side) continue;
        if (is_invisible(texts[place].text)) continue;
        const std::size_t more = tokens_of(texts[place]);
        if (tokens + more > options_.most_tokens || batches.back().size() == options_.most_texts) {
          batches.emplace_back();
          tokens = 0;
        }
        batches.back().push_back(place);
        tokens += more;
      }
    }
    return batches;
  }

  EmbeddingQuestion question_of(std::vector<std::string> texts, Side side) const {
    return {options_.model,    std::move(texts),   options_.dimensions,
            options_.encoding, of_side(side).task, options_.extra};
  }

  EmbeddingQuestion question_of(std::span<const Text> texts, const Batch& batch) const {
    std::vector<std::string> sentences;
    for (const auto place : batch) sentences.push_back(sent(texts[place]));
    return question_of(std::move(sentences), texts[batch.front()].side);
  }

  // Services refuse them, or answer something.
  static void leave_out_empty(std::span<const Text> texts, Matrix<float> out,
                              std::span<Remark> remarks, const TextsDone& done) {
    Batch empty;
    for (std::size_t place = 0; place < texts.size(); ++place) {
      if (!is_invisible(texts[place].text)) continue;
      leave_out(out[place], remarks[place]);
      empty.push_back(place);
    }
    if (!empty.empty()) done(empty);
  }

  void take(const EmbeddingReply& answer, const Batch& places, Matrix<float> out,
            std::span<Remark> remarks) const {
    const float* next = answer.numbers.data();
    for (const auto place : places) {
      std::copy_n(next, dimension_, out[place].begin());
      remarks[place].undefined = std::isnan(*next);
      next += dimension_;
    }
  }

  void pass_notes() {
    for (const auto& line : client_.take_notes()) {
      if (note_) note_(line);
    }
  }

  ServedOptions options_;
  std::function<void(const std::string&)> note_;
  EmbeddingClient client_;
};

}  // namespace

std::unique_ptr<Encoder> make_served(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<ServedEncoder>(spec, context);
}

}  // namespace sonde
