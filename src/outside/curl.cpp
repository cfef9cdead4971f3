#include "outside/curl.h"

#include <dlfcn.h>

#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

[[noreturn]] void throw_unusable(const std::string& why, const std::string& advice) {
  throw outside_error("libcurl cannot be used: " + why, {}, advice);
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) throw_unusable(::dlerror(), "update it");
}

Curl load() {
  void* const library = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);  // for good
  if (library == nullptr) throw_unusable(::dlerror(), "install Debian's package libcurl4");
  Curl curl;
  find(library, "curl_global_init", curl.global_init);
  find(library, "curl_easy_init", curl.easy_init);
  find(library, "curl_easy_reset", curl.easy_reset);
  find(library, "curl_easy_setopt", curl.easy_setopt);
  find(library, "curl_easy_getinfo", curl.easy_getinfo);
  find(library, "curl_easy_header", curl.easy_header);
  find(library, "curl_easy_strerror", curl.easy_strerror);
  find(library, "curl_easy_cleanup", curl.easy_cleanup);
  find(library, "curl_multi_init", curl.multi_init);
  find(library, "curl_multi_add_handle", curl.multi_add_handle);
  find(library, "curl_multi_perform", curl.multi_perform);
  find(library, "curl_multi_poll", curl.multi_poll);
  find(library, "curl_multi_info_read", curl.multi_info_read);
  find(library, "curl_multi_remove_handle", curl.multi_remove_handle);
  find(library, "curl_multi_cleanup", curl.multi_cleanup);
  find(library, "curl_slist_append", curl.slist_append);
  find(library, "curl_slist_free_all", curl.slist_free_all);
  find(library, "curl_getdate", curl.getdate);
  const CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) throw_unusable(curl.easy_strerror(code), "check its configuration");
  return curl;
}

}  // namespace

const Curl& libcurl() {
  static const Curl curl = load();
  return curl;
}

}  // namespace sonde
