#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "outside/answers/ledger.h"
#include "outside/http/json_server.h"

namespace sonde {

// Asks a server what a ledger does not hold, and has the ledger keep it: no question is asked
// again that has its answer, and none twice at once. Safe to ask from several threads.
class KeptAnswers {
 public:
  KeptAnswers(JsonServer& server, Ledger& ledger) : server_(server), ledger_(ledger) {}

  // The answer to a JSON question. `check` throws where an answer is none; such a one is not
  // kept. Errors: those of JsonServer::ask(), of the ledger and of `check`.
  std::string ask(const std::string& body, std::uint64_t draw,
                  const std::function<void(const std::string&)>& check);

  std::uint64_t asked() const { return asked_; }  // of the server, answered and kept

 private:
  void begin(const Digest& digest);
  void end(const Digest& digest);

  JsonServer& server_;
  Ledger& ledger_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::set<Digest> asking_;
  std::atomic<std::uint64_t> asked_{0};
};

}  // namespace sonde
