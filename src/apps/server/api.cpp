#include "apps/server/api.h"

#include <array>
#include <chrono>
#include <new>

#include "apps/server/bench_views.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr auto kMostWait = std::chrono::seconds(60);  // for a view's sentences
constexpr std::string_view kJobPath = "/api/jobs/";

ServedAnswer error_answer(int status, const std::string& message) {
  return {status, served_text({{"error", message}})};
}

ServedAnswer error_answer(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::kUsage:
    case ErrorKind::kInput:
      return error_answer(400, error.what());
    case ErrorKind::kInterrupted:
      return error_answer(503, "that took too long, or the server ends; ask for less at once");
    case ErrorKind::kOutside:
      break;
  }
  return error_answer(503, error.what());
}

std::string job_named(const std::string& path) { return path.substr(kJobPath.size()); }

constexpr std::array<std::string_view, 4> kStateNames{"working", "done", "cancelled", "failed"};

ServedJson job_json(const JobView& view) {
  ServedJson json{{"state", kStateNames[static_cast<std::size_t>(view.state)]},
                  {"done", view.done},
                  {"total", view.total}};
  if (!view.error.empty()) json["error"] = view.error;
  if (view.found) json["result"] = corpus_json(*view.found);
  return json;
}

std::string path_of(const auto& view) { return "/api/" + std::string(view.title.path); }

}  // namespace

std::vector<std::string> upload_paths() {
  std::vector<std::string> paths;
  for (const auto& kind : probe_kinds()) {
    if (kind.forms && kind.forms->corpus) paths.push_back(path_of(*kind.forms->corpus));
  }
  return paths;
}

struct Api::Route {
  std::string_view method, path;  // a path that ends in a slash precedes a name
  ServedJson (Api::*respond)(const ServedRequest& request);

  bool is_for(const ServedRequest& request) const {
    if (method != request.method) return false;
    return path.ends_with('/') ? request.path.starts_with(path) : request.path == path;
  }
};

ServedAnswer Api::answer(const ServedRequest& request) {
  try {
    return {200, served_text(respond(request))};
  } catch (const HttpError& error) {
    return error_answer(error.status(), error.what());
  } catch (const Error& error) {
    return error_answer(error);
  } catch (const std::bad_alloc&) {
    return error_answer(503, "out of memory; ask for less at once");
  } catch (const std::exception& error) {
    return error_answer(500, error.what());
  }
}

ServedJson Api::respond(const ServedRequest& request) {
  static constexpr std::array kRoutes{
      Route{"GET", "/api/encoders", &Api::encoders},    Route{"GET", "/api/corpora", &Api::corpora},
      Route{"POST", "/api/sentences", &Api::sentences}, Route{"POST", "/api/search", &Api::search},
      Route{"POST", "/api/density", &Api::density},     Route{"GET", kJobPath, &Api::job},
      Route{"DELETE", kJobPath, &Api::cancel_job}};
  for (const auto& route : kRoutes) {
    if (route.is_for(request)) return (this->*route.respond)(request);
  }
  if (auto found = ask_probe(request)) return std::move(*found);
  throw HttpError(404, "page not found");
}

void Api::close() {
  closed_ = true;
  jobs_.cancel_all();
}

Stop Api::stop_after_a_while() const {
  const auto end = std::chrono::steady_clock::now() + kMostWait;
  return [this, end] { return closed_ || std::chrono::steady_clock::now() > end; };
}

ServedJson Api::encoders(const ServedRequest&) { return encoders_view(encoders_); }

ServedJson Api::corpora(const ServedRequest&) {
  const std::scoped_lock lock(corpora_mutex_);
  if (corpora_.is_null()) corpora_ = corpora_view(resources_);
  return corpora_;
}

ServedJson Api::sentences(const ServedRequest& request) {
  Asked asked(request.body);
  return sentences_view(encoders_, asked, stop_after_a_while());
}

// A request of a probe's tab.
std::optional<ServedJson> Api::ask_probe(const ServedRequest& request) {
  if (request.method != "POST") return std::nullopt;
  for (const auto& kind : probe_kinds()) {
    if (!kind.forms) continue;
    const auto is_for = [&](const auto& view) { return view && request.path == path_of(*view); };
    if (!is_for(kind.forms->item) && !is_for(kind.forms->corpus)) continue;
    Asked asked(request.body);
    if (is_for(kind.forms->corpus)) return start_job(kind, asked);
    return item_view(kind, encoders_, asked, stop_after_a_while());
  }
  return std::nullopt;
}

ServedJson Api::search(const ServedRequest& request) {
  Asked asked(request.body);
  return search_view(encoders_, asked, near_misses_, stop_after_a_while());
}

ServedJson Api::start_job(const ProbeKind& kind, Asked& asked) {
  auto question = corpus_question(kind, encoders_, asked, resources_);
  const auto work = [this, question = std::move(question)](const Stop& stop,
                                                           const TellProgress& tell) {
    return measure_corpus(encoders_, question, stop, tell);
  };
  return {{"job", jobs_.start(work)}};
}

ServedJson Api::density(const ServedRequest& request) {
  Asked asked(request.body);
  const auto view = jobs_.view(asked.text("job", kLongestName));
  if (!view.found) throw HttpError(400, "the job is not done");
  return density_view(*view.found, asked);
}

ServedJson Api::job(const ServedRequest& request) {
  return job_json(jobs_.view(job_named(request.path)));
}

ServedJson Api::cancel_job(const ServedRequest& request) {
  jobs_.cancel(job_named(request.path));
  return job_json(jobs_.view(job_named(request.path)));
}

}  // namespace sonde
