#pragma once

#include <string>
#include <vector>

namespace sonde {

struct JsonServerOptions;

// Errors: kUsage for a key or a header that cannot be sent: a name that HTTP does not allow, a
// value that isn't printable ASCII, a header that sonde, libcurl or the key sets, one that occurs
// twice.
void check_headers(const JsonServerOptions& options);

// All headers of a request, "NAME: VALUE" each.
std::vector<std::string> request_headers(const JsonServerOptions& options);

}  // namespace sonde
