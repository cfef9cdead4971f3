#include "apps/server/serve.h"

#include <chrono>
#include <thread>

#include "apps/server/api.h"
#include "apps/server/loaded_encoders.h"
#include "apps/server/loopback_server.h"
#include "apps/server/request_guard.h"
#include "apps/server/served_page.h"

namespace sonde {

void serve(const ServePlan& plan, Observer& observer,
           const std::function<void(const std::string& address)>& ready) {
  constexpr auto kLook = std::chrono::milliseconds(50);
  LoadedEncoders encoders(plan.encoders, plan.resources);
  Api api(encoders, plan.resources, plan.near_misses);
  const std::string token = new_token();
  const ServedAnswer page = make_page(plan.report, encoders, token);
  LoopbackServer server(plan.port, {{token}, {}, upload_paths()},
                        [&](const ServedRequest& request) {
                          const bool is_page = request.method == "GET" && request.path == "/";
                          return is_page ? page : api.answer(request);
                        });
  server.start();
  ready(loopback_url(server.port()) + "/?token=" + token);
  while (!observer.stop()) std::this_thread::sleep_for(kLook);
  api.close();
  server.stop();
}

}  // namespace sonde
