#include "report/page/page_bundle.h"

#include "base/embed.h"

#ifdef SONDE_PAGE
SONDE_EMBED(sonde_page, SONDE_PAGE)
SONDE_EMBED(sonde_rate_page, SONDE_RATE_PAGE)
SONDE_EMBED(sonde_figures, SONDE_FIGURES)
#endif

namespace sonde {

std::string_view page_bundle() {
#ifdef SONDE_PAGE
  return {sonde_page_begin, sonde_page_end};
#else
  return {};
#endif
}

std::string_view rate_bundle() {
#ifdef SONDE_PAGE
  return {sonde_rate_page_begin, sonde_rate_page_end};
#else
  return {};
#endif
}

std::string_view figures_bundle() {
#ifdef SONDE_PAGE
  return {sonde_figures_begin, sonde_figures_end};
#else
  return {};
#endif
}

}  // namespace sonde
