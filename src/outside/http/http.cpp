#include "outside/http/http.h"

#include <curl/curl.h>

#include <strings.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>
#include <utility>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Initialises libcurl, on the first call in the process. That takes a millisecond, which commands
// without a server are spared. Any thread may call.
void start_curl() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code == CURLE_OK) return;
  throw outside_error(std::string("libcurl cannot start: ") + curl_easy_strerror(code), {},
                      "check its configuration");
}

// The data of a transfer's callbacks.
struct Transfer {
  HttpAnswer answer;
  std::size_t longest;
  std::size_t header_bytes = 0;
  bool headers_end = false;
  std::string too_long{};  // the part, and its limit
};

std::size_t take_body(char* data, std::size_t size, std::size_t count, void* given) {
  auto& transfer = *static_cast<Transfer*>(given);
  std::string& body = transfer.answer.body;
  if (size * count > transfer.longest - body.size()) {
    transfer.too_long =
        "its answer is longer than " + std::to_string(transfer.longest >> 20) + " MiB";
    return 0;
  }
  body.append(data, size * count);
  return size * count;
}

constexpr std::pair<std::string_view, std::string HttpAnswer::*> kHeaders[] = {
    {"Content-Type", &HttpAnswer::type},
    {"Retry-After", &HttpAnswer::retry_after},
    {"Date", &HttpAnswer::date},
    {"Location", &HttpAnswer::location},
    {"Content-Range", &HttpAnswer::range}};

// The first header of a name counts. A status line begins another answer, for instance after a
// proxy's.
void read_header(Transfer& transfer, std::string_view line) {
  const bool is_status = line.starts_with("HTTP/");
  if (is_status || trimmed(line).empty()) transfer.headers_end = !is_status;
  const auto colon = std::min(line.find(':'), line.size());
  for (const auto& [name, member] : kHeaders) {
    std::string& value = transfer.answer.*member;
    if (is_status) value.clear();
    if (transfer.headers_end || !value.empty() || colon != name.size()) continue;
    if (::strncasecmp(line.data(), name.data(), colon) == 0)
      value = trimmed(line.substr(colon + 1));
  }
}

// Also counts trailers, of which libcurl would store any number.
std::size_t take_header(char* data, std::size_t size, std::size_t count, void* given) {
  constexpr std::size_t kMost = std::size_t{256} << 10;
  auto& transfer = *static_cast<Transfer*>(given);
  transfer.header_bytes += size * count;
  if (transfer.header_bytes <= kMost) {
    read_header(transfer, {data, size * count});
    return size * count;
  }
  transfer.too_long = "its headers are longer than 256 KiB";
  return 0;
}

HttpOutcome outcome(CURLcode code) {
  constexpr std::array kPassing{
      CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
      CURLE_GOT_NOTHING,          CURLE_SEND_ERROR,      CURLE_RECV_ERROR,
      CURLE_PARTIAL_FILE,         CURLE_HTTP2,           CURLE_HTTP2_STREAM};
  if (code == CURLE_OK) return HttpOutcome::kAnswered;
  if (code == CURLE_ABORTED_BY_CALLBACK) return HttpOutcome::kStopped;
  const bool passing = std::ranges::find(kPassing, code) != kPassing.end();
  return passing ? HttpOutcome::kPassing : HttpOutcome::kLasting;
}

class HeaderList {
 public:
  explicit HeaderList(const std::vector<std::string>& headers) {
    for (const auto& header : headers) {
      curl_slist* longer = curl_slist_append(list_, header.c_str());
      if (longer == nullptr) {
        curl_slist_free_all(list_);
        throw std::bad_alloc();
      }
      list_ = longer;
    }
  }
  ~HeaderList() { curl_slist_free_all(list_); }
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;
  curl_slist* list() const { return list_; }

 private:
  curl_slist* list_ = nullptr;
};

// libcurl 7.81, that of Ubuntu 22.04, has the older option alone; the headers deprecate it.
void refuse_other_protocols(CURL* curl) {
  constexpr auto kProtocols = static_cast<CURLoption>(CURLOPTTYPE_LONG + 181);
  if (curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK) return;
  curl_easy_setopt(curl, kProtocols, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

void set_request(CURL* curl, const HttpRequest& request, const HeaderList& headers) {
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  refuse_other_protocols(curl);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.list());
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "sonde");
  if (!request.as_it_is) {
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip");  // some compress unasked
  }
  if (request.body.empty()) return;
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.c_str());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
}

void set_limits(CURL* curl, const HttpLimits& limits) {
  const auto connect = std::min(limits.connect, limits.whole);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect.count()));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(limits.whole.count()));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);    // other threads are at work
  curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);  // a name that is looked up is not awaited
  curl_easy_setopt(curl, CURLOPT_PROXY, limits.proxy.c_str());
  curl_easy_setopt(curl, CURLOPT_NOPROXY, "");  // else the environment's no_proxy counts
  if (limits.certificates.empty()) return;
  curl_easy_setopt(curl, CURLOPT_CAINFO, limits.certificates.c_str());
}

void set_callbacks(CURL* curl, Transfer& transfer) {
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &transfer);
}

std::string failure(CURLcode code, const Transfer& transfer, const std::string& told) {
  if (!transfer.too_long.empty()) return transfer.too_long;
  // Libcurl's own limit of a line, which it explains no further. Before 8.6 it had no code for it.
  constexpr int kTooLarge = 100;
  const bool explained = told.front() != '\0';
  if (code == CURLE_OUT_OF_MEMORY || (code == kTooLarge && !explained))
    return "a line of its headers is too long";
  return explained ? told.c_str() : curl_easy_strerror(code);
}

}  // namespace

struct HttpClient::Handle {
  Handle() {
    start_curl();
    curl = curl_easy_init();
    multi = curl_multi_init();
    if (curl == nullptr || multi == nullptr) throw std::bad_alloc();
  }
  ~Handle() {
    curl_easy_cleanup(curl);
    curl_multi_cleanup(multi);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  // How the transfer ended. libcurl's own loop listens only once per second.
  CURLcode perform(const std::function<bool()>& stop) const {
    curl_multi_add_handle(multi, curl);
    const CURLcode code = wait(stop);
    curl_multi_remove_handle(multi, curl);
    return code;
  }

  CURL* curl = nullptr;
  CURLM* multi = nullptr;

 private:
  CURLcode wait(const std::function<bool()>& stop) const {
    constexpr int kNap = 50;  // milliseconds
    for (int running = 1;;) {
      if (stop()) return CURLE_ABORTED_BY_CALLBACK;
      if (curl_multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
      int left = 0;
      const CURLMsg* message = curl_multi_info_read(multi, &left);
      if (message != nullptr && message->msg == CURLMSG_DONE) return message->data.result;
      if (curl_multi_poll(multi, nullptr, 0, kNap, nullptr) != CURLM_OK) return CURLE_FAILED_INIT;
    }
  }
};

HttpClient::HttpClient(HttpLimits limits)
    : limits_(std::move(limits)), handle_(std::make_unique<Handle>()) {}

HttpClient::~HttpClient() = default;

HttpAnswer HttpClient::send(const HttpRequest& request, const std::function<bool()>& stop) {
  CURL* curl = handle_->curl;
  Transfer transfer{{}, limits_.longest};
  const HeaderList headers(request.headers);
  std::string told(CURL_ERROR_SIZE, '\0');
  curl_easy_reset(curl);  // the connection stays
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, told.data());
  set_request(curl, request, headers);
  set_limits(curl, limits_);
  set_callbacks(curl, transfer);
  const CURLcode code = handle_->perform(stop);
  HttpAnswer& answer = transfer.answer;
  answer.outcome = outcome(code);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
  if (code != CURLE_OK) answer.failure = failure(code, transfer, told);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, nullptr);
  return std::move(answer);
}

}  // namespace sonde
