#include "outside/replies/stored_replies.h"

#include <utility>

namespace sonde {

void StoredReplies::begin(const Digest& digest) {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return !asking_.contains(digest); });
  asking_.insert(digest);
}

void StoredReplies::end(const Digest& digest) {
  {
    const std::scoped_lock lock(mutex_);
    asking_.erase(digest);
  }
  ended_.notify_all();
}

std::string StoredReplies::ask(const std::string& body, std::uint64_t draw,
                               const std::function<void(const std::string&)>& check) {
  const Question question{server_.url(), body, draw};
  const Digest digest = question_digest(question);
  begin(digest);
  struct Ending {
    ~Ending() { answers.end(digest); }
    StoredReplies& answers;
    const Digest& digest;
  } const ending{*this, digest};
  if (auto kept = ledger_.find(question)) return std::move(*kept);
  std::string answer = server_.ask(body);
  check(answer);
  ledger_.keep(question, answer);
  ++asked_;
  return answer;
}

}  // namespace sonde
