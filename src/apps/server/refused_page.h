#pragma once

#include "apps/server/loopback_server.h"
#include "apps/server/request_json.h"

namespace sonde {

// A refusal for a program: JSON. The messages are sonde's and have no character that JSON escapes.
ServedAnswer refused_json(const HttpError& error);
// A refusal for a person who opened a wrong link.
ServedAnswer refused_page(const HttpError& error);

}  // namespace sonde
