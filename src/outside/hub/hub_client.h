#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "outside/http/http.h"
#include "outside/http/retry.h"
#include "outside/hub/hub_listing.h"

namespace sonde {

struct HubOptions {
  std::string endpoint = "https://huggingface.co";
  std::string token{};  // sent to the endpoint alone, never shown (empty: none)
  HttpLimits limits{};
  RetryPolicy retry{};
  std::function<void(const std::string&)> note = [](const std::string&) {};  // if tried again
  std::function<bool()> stop = [] { return false; };
};

// A client of a hub of Hugging Face's form. It follows redirects. One thread at a time. Errors of
// all calls: kOutside without a whole answer within the tries, and kInterrupted.
class HubClient {
 public:
  // Errors: kUsage for an endpoint that is not a URL, and for a token that is not plain ASCII.
  explicit HubClient(HubOptions options);

  HubListing list(const std::string& model, const std::string& revision);

  // Gives the bytes of a file from `from` on, as they come, to the end.
  void fetch(const std::string& model, const std::string& commit, const HubFile& file,
             std::uint64_t from, const std::function<void(std::string_view)>& take);

 private:
  HttpAnswer get(const std::string& url, const std::string& range);
  HttpAnswer send(const std::string& url, const std::string& range);
  void wait(const std::string& url, const HttpAnswer& answer, std::size_t tried);
  [[noreturn]] void fail(const std::string& url, const HttpAnswer& answer,
                         const std::string& what) const;
  std::string told(const HttpAnswer& answer) const;

  HubOptions options_;
  HttpClient client_;
};

}  // namespace sonde
