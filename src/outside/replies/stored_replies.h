#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "outside/http/json_server.h"
#include "outside/replies/ledger.h"

namespace sonde {

// Sends a server the questions that a ledger does not hold, and stores the replies: no question is
// sent again after its reply, and none twice at once. Safe to use from several threads.
class StoredReplies {
 public:
  StoredReplies(JsonServer& server, Ledger& ledger) : server_(server), ledger_(ledger) {}

  // The reply to a JSON question. `check` throws for an invalid one, which is not stored. Errors:
  // those of JsonServer::ask(), of the ledger and of `check`.
  std::string ask(const std::string& body, std::uint64_t draw,
                  const std::function<void(const std::string&)>& check);

  std::uint64_t asked() const { return asked_; }  // sent, with their replies stored

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
