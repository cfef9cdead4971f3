#pragma once

#include <string_view>

namespace sonde {

inline constexpr std::string_view kPageData = "<!--sonde:data-->";  // place of its data

// The page that reports are shown with, made from web/: one HTML file with a place for data,
// kPageData, and its Content-Security-Policy in a <meta>. Empty in a build without Node.js.
std::string_view page_bundle();

// Before work whose result is shown with it. Errors: kUsage for a build without it.
void check_page_bundle();

// The same of raters, for `sonde rate`.
std::string_view rate_bundle();

// The script that draws figures in Node, made from draw_figures.mjs: it defines `figures.draw`.
std::string_view figures_bundle();

}  // namespace sonde
