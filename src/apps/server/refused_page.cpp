#include "apps/server/refused_page.h"

#include <string>

#include "report/xml.h"

namespace sonde {
namespace {

constexpr const char* kPageHead =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    "<title>This page can't be opened</title>"
    "<style>:root{color-scheme:light dark;font:1.05rem/1.55 system-ui,sans-serif}"
    "main{max-width:34rem;margin:18vh auto;padding:0 1.25rem}h1{font-size:1.5rem}</style>"
    "<main><h1>This page can't be opened</h1>";

constexpr const char* kAboutLinks =
    "<p>A link has a long code at its end. Mail programs sometimes cut it off. Copy the whole "
    "link, or ask the person who sent it for another one.</p>";

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return xml_text(text) + ".";
}

}  // namespace

ServedAnswer refused_json(const HttpError& error) {
  return {error.status(), std::string("{\"error\":\"") + error.what() + "\"}\n"};
}

ServedAnswer refused_page(const HttpError& error) {
  std::string page = std::string(kPageHead) + "<p>" + sentence(error.what()) + "</p>";
  if (page.find("link") != page.npos) page += kAboutLinks;
  return {error.status(), page + "</main></html>\n", "text/html; charset=utf-8",
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"};
}

}  // namespace sonde
