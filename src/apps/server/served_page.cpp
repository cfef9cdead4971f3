#include "apps/server/served_page.h"

#include <string_view>

#include "apps/server/bench_views.h"
#include "report/page/page_block.h"
#include "report/page/page_bundle.h"

namespace sonde {
namespace {

std::string serve_block(const LoadedEncoders& encoders, const std::string& token) {
  const ServedJson block{
      {"token", token}, {"encoders", encoders_view(encoders)}, {"views", probe_views()}};
  return page_block("serve", served_text(block));
}

constexpr const char* kNoPage =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>sonde</title>"
    "<p>This build of sonde has no page: it was made without Node.js. Its questions are answered "
    "under <code>/api/</code>.</p><!--sonde:data-->";

// The policy that the page's file has in an element. It allows no network requests.
std::string take_policy(std::string& page) {
  constexpr std::string_view kBegin = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  constexpr std::string_view kEnd = "\">", kNobody = "connect-src 'none'";
  const auto begin = page.find(kBegin);
  if (begin == page.npos) return "default-src 'none'";
  const auto end = page.find(kEnd, begin + kBegin.size());
  std::string policy = page.substr(begin + kBegin.size(), end - begin - kBegin.size());
  page.erase(begin, end + kEnd.size() - begin);
  if (const auto at = policy.find(kNobody); at != policy.npos) {
    policy.replace(at, kNobody.size(), "connect-src 'self'");
  }
  return policy + "; frame-ancestors 'none'";
}

}  // namespace

ServedAnswer page_with(std::string_view bundle, const std::string& blocks) {
  ServedAnswer page{200, std::string(bundle)};
  if (page.body.empty()) page.body = kNoPage;
  page.policy = take_policy(page.body);
  page.type = "text/html; charset=utf-8";
  page.body.replace(page.body.find(kPageData), kPageData.size(), blocks);
  return page;
}

ServedAnswer make_page(const std::string& report, const LoadedEncoders& encoders,
                       const std::string& token) {
  return page_with(page_bundle(), report + serve_block(encoders, token));
}

}  // namespace sonde
