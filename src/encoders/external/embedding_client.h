#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "encoders/external/served_options.h"
#include "outside/http/json_server.h"
#include "sonde/error.h"

namespace sonde {

// Requests vectors from a server. It finds the texts that the server refuses, and checks that one
// model made all vectors. Safe from several threads.
class EmbeddingClient {
 public:
  explicit EmbeddingClient(const ServedOptions& options);

  // `dimension`: of the vectors. 0: unknown, and no text may be refused. Errors: kOutside.
  EmbeddingReply ask(const EmbeddingQuestion& question, std::size_t dimension) const;
  // Lines for the user since the last call.
  std::vector<std::string> take_notes();

 private:
  EmbeddingReply read(const EmbeddingQuestion& question, const std::string& body,
                      std::size_t dimension) const;
  EmbeddingReply ask_once_more(const EmbeddingQuestion& question, std::size_t dimension,
                               const Error& refusal) const;
  EmbeddingReply ask_around_fault(const EmbeddingQuestion& question, std::size_t dimension,
                                  Error refusal) const;
  EmbeddingReply ask_halves(const EmbeddingQuestion& question, std::size_t dimension) const;
  bool encodes_another(EmbeddingQuestion question, std::size_t dimension) const;
  void note_undefined(const EmbeddingQuestion& question, const EmbeddingReply& answer,
                      std::size_t dimension) const;
  void note_undefined(const std::string& text, const std::string& why) const;
  void note(const std::string& line) const;
  [[noreturn]] void throw_refused(const std::string& text, const Error& refusal) const;
  void check_model(const std::string& said) const;

  const EmbeddingApi& api_;
  bool strict_;
  std::string answers_;
  mutable JsonServer server_;
  mutable std::mutex mutex_;  // protects the following
  mutable std::string said_;  // which model answers
  mutable std::vector<std::string> notes_;
  mutable std::atomic<std::size_t> undefined_ = 0;  // texts without a vector
};

}  // namespace sonde
