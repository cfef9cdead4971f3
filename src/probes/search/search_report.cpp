#include "base/nan.h"
#include "probes/search/search_results.h"
#include "probes/shared/kinds.h"

namespace sonde {
namespace {

Evidence near_miss(std::string_view role, std::string_view capability, std::string_view title,
                   std::string_view asks) {
  return {capability,
          title,
          asks,
          "share of near misses with this change that are less close to the query than the right "
          "passage",
          "top_1_near_misses",
          .5,
          true,
          "all",
          role,
          "near miss"};
}

}  // namespace

Shown search_report() {
  Shown shown{"Your search (search)", ""};
  shown.evidence = {
      {"search", "query and other passages",
       "Is the right passage closer to the query than all other passages?",
       "share of queries whose right passage is closer than all other passages", kTop1Corpus, kNaN},
      {"meaning", "query and each near miss",
       "Is the right passage closer to the query than each near miss, counted one by one?",
       "share of near misses that are less close to the query than the right passage",
       "top_1_near_misses"},
      near_miss("role_negation", "negation", "query and negation",
                "Is the right passage closer to the query than its negation?"),
      near_miss("role_antonym", "antonyms", "query and opposite word",
                "Is the right passage closer to the query than one with the opposite word?"),
      near_miss("role_number", "facts", "query and another number",
                "Is the right passage closer to the query than one with another number?"),
      near_miss("role_amount", "facts", "query and another amount or unit",
                "Is the right passage closer to the query than one with another amount or unit?"),
      near_miss("role_date", "facts", "query and another date or time",
                "Is the right passage closer to the query than one with another date or time?"),
      near_miss("role_name", "facts", "query and another name",
                "Is the right passage closer to the query than one with another name?"),
      near_miss("role_noun", "facts", "query and another noun",
                "Is the right passage closer to the query than one with another noun?"),
      near_miss("role_attribute", "facts", "query and another colour, size or material",
                "Is the right passage closer to the query than one with another colour, size or "
                "material?"),
      near_miss("role_quantifier", "logic", "query and another quantifier",
                "Is the right passage closer to the query than one with another quantifier?"),
      near_miss("role_modality", "logic", "query and another modality",
                "Is the right passage closer to the query than one with another modality?"),
      near_miss("role_comparison", "logic", "query and the opposite comparison",
                "Is the right passage closer to the query than one with the opposite comparison?"),
      near_miss("role_question", "logic", "query and another question word",
                "Is the right passage closer to the query than one with another question word?")};
  shown.figures = {
      {
          .name = "first",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "Queries whose right passage is first",
          .caption = "Share of queries whose right passage is closer than all its near misses, "
                     "than all other passages, and than both.",
          .names = {{"top_1_near_misses", "near misses"},
                    {"top_1_corpus", "other passages"},
                    {"top_1_both", "both"}},
          .x = "competitors",
          .y = "share of queries",
      },
      {
          .name = "kinds",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Right passage before its near miss, by kind of change",
          .caption = "Share of queries whose right passage is closer than the near miss. Chance is "
                     "one half.",
          .names = {{"top_1_near_misses", "right passage first"}},
          .label = "change",
          .x = "change",
          .y = "share of queries",
      }};
  shown.results = {{"top_1_near_misses", "right passage before its near misses"},
                   {"reciprocal_rank_near_misses", "mean reciprocal rank among near misses"},
                   {"top_1_corpus", "right passage first in the corpus"},
                   {"reciprocal_rank_corpus", "mean reciprocal rank in the corpus"},
                   {"top_1_both", "right passage first in corpus and near misses"},
                   {"reciprocal_rank_both", "mean reciprocal rank in corpus and near misses"},
                   {"show_threshold_1", "similarity from which to show, 1% wrong"},
                   {"show_threshold_5", "similarity from which to show, 5% wrong"},
                   {"right_shown_1", "right passage shown, 1% wrong"},
                   {"right_shown_5", "right passage shown, 5% wrong"},
                   {"right_shown_given", "right passage shown at the given threshold"},
                   {"wrong_shown_1", "wrong passage shown, 1% wanted"},
                   {"wrong_shown_5", "wrong passage shown, 5% wanted"},
                   {"wrong_shown_given", "wrong passage shown at the given threshold"}};
  shown.rows = {{"passage", "right passage"}};
  shown.texts = {{"query", "query"}, {"passage", "right passage"}};
  return shown;
}

}  // namespace sonde
