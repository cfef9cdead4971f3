#include <array>

#include "probes/shared/kinds.h"

namespace sonde {
namespace {

Evidence change(std::string_view role, std::string_view capability, std::string_view title,
                std::string_view asks) {
  return {capability,
          title,
          asks,
          "share of comparisons in which a variant with the same meaning is closer than the one "
          "with this change",
          "harmless_closer",
          .5,
          true,
          "all",
          role,
          "changed"};
}

Evidence noise(std::string_view role, std::string_view capability, std::string_view title,
               std::string_view asks, std::string_view is = "same") {
  return {capability,
          title,
          asks,
          "share of comparisons in which this harmless variant is closer than one with a changed "
          "meaning",
          "harmless_closer",
          .5,
          true,
          "all",
          role,
          is};
}

}  // namespace

Shown variants_report() {
  Shown shown{"Your text (variants)", ""};
  shown.evidence = {
      {"meaning", "any change",
       "Is a harmless variant closer to the sentence than one with a changed meaning?",
       "share of comparisons in which a variant with the same meaning is closer than one with a "
       "changed meaning",
       "harmless_closer"},
      change("role_negation", "negation", "negation",
             "Is a harmless variant closer to the sentence than its negation?"),
      change("role_antonym", "antonyms", "antonym",
             "Is a harmless variant closer to the sentence than one with the opposite word?"),
      change("role_roles", "argument-order", "subject and object exchanged",
             "Is a harmless variant closer to the sentence than one with subject and object "
             "exchanged?"),
      change("role_number", "facts", "another number",
             "Is a harmless variant closer to the sentence than one with another number?"),
      change("role_amount", "facts", "another amount or unit",
             "Is a harmless variant closer to the sentence than one with another amount or unit?"),
      change("role_date", "facts", "another date or time",
             "Is a harmless variant closer to the sentence than one with another date or time?"),
      change("role_name", "facts", "another name",
             "Is a harmless variant closer to the sentence than one with another name?"),
      change("role_noun", "facts", "another noun",
             "Is a harmless variant closer to the sentence than one with another noun?"),
      change("role_attribute", "facts", "another colour, size or material",
             "Is a harmless variant closer to the sentence than one with another colour, size or "
             "material?"),
      change("role_quantifier", "logic", "another quantifier",
             "Is a harmless variant closer to the sentence than one with another quantifier?"),
      change("role_modality", "logic", "another modality",
             "Is a harmless variant closer to the sentence than one with another modality?"),
      change("role_comparison", "logic", "the opposite comparison",
             "Is a harmless variant closer to the sentence than one with the opposite comparison?"),
      change("role_question", "logic", "another question word",
             "Is a harmless variant closer to the sentence than one with another question word?"),
      noise("role_typo", "typos", "typo",
            "Is the sentence with a typo closer than variants with a changed meaning?"),
      noise("role_synonym", "synonyms", "synonym",
            "Is the sentence with a synonym closer than variants with a changed meaning?"),
      noise("role_case", "rewording", "case and punctuation",
            "Is the sentence in other case and punctuation closer than variants with a changed "
            "meaning?"),
      noise("role_contraction", "rewording", "contraction",
            "Is the sentence with a contraction closer than variants with a changed meaning?"),
      noise("role_filler", "rewording", "filler words",
            "Is the sentence with filler words closer than variants with a changed meaning?"),
      noise("role_format", "rewording", "another format of a date or number",
            "Is the sentence with a date or number in another format closer than variants with a "
            "changed meaning?"),
      noise("role_polite", "rewording", "polite frame",
            "Is the sentence in a polite frame closer than variants with a changed meaning?"),
      noise("role_passive", "rewording", "passive voice",
            "Is its passive closer than variants with a changed meaning?"),
      noise("role_spelling", "rewording", "another spelling",
            "Is the sentence in another spelling closer than variants with a changed meaning?"),
      noise("role_paraphrase", "rewording", "paraphrase by people",
            "Is the paraphrase that you gave closer than variants with a changed meaning?",
            "true match"),
      noise("role_chat", "rewording", "paraphrase by a chat server",
            "Is the chat server's paraphrase closer than variants with a changed meaning?",
            "true match")};
  shown.figures = {
      {
          .name = "densities",
          .kind = FigureKind::kDensities,
          .source = FigureSource::kSeries,
          .title = "Similarity of harmless and changed variants",
          .caption =
              "Densities of the similarity of a sentence with its variants. Shaded: overlap, which "
              "no threshold can separate. Line: threshold for 5% false matches.",
          .names = {{"same", "same meaning"}, {"changed", "changed meaning"}},
          .x = "similarity with the original",
          .y = "density",
          .marks = {{"threshold_5", "5% false matches"}},
      },
      {
          .name = "order",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "How often a harmless variant is closer, by kind of change",
          .caption = "Share of comparisons in which a variant with the same meaning is closer than "
                     "the changed one.",
          .names = {{"harmless_closer", "harmless variant closer"}},
          .label = "change",
          .x = "change",
          .y = "share of comparisons",
      },
      {
          .name = "false-matches",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "False matches by kind of change, at the threshold for 5% of all",
          .caption = "Share of changed sentences above the one threshold that lets 5% of all "
                     "changed sentences pass.",
          .names = {{"matches_5", "false matches"}},
          .label = "change",
          .x = "change",
          .y = "share of changed sentences",
      },
      {
          .name = "kept",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Harmless variants kept, at the threshold for 5% false matches",
          .caption = "Share of variants with the same meaning above that threshold. Pairs of "
                     "people (`paraphrase`) show the share of true matches. Variants by rule are "
                     "easier: their shares are upper bounds of it.",
          .names = {{"matches_5", "kept"}},
          .label = "same",
          .x = "harmless variant",
          .y = "share kept",
      },
      {
          .name = "thresholds",
          .kind = FigureKind::kBars,
          .source = FigureSource::kSlices,
          .title = "Threshold for 5% false matches, by kind of change",
          .caption = "A kind whose threshold is close to 1 cannot be separated by any threshold.",
          .names = {{"threshold_5", "threshold"}},
          .label = "change",
          .x = "change",
          .y = "similarity",
      },
      {
          .name = "spread",
          .kind = FigureKind::kBox,
          .source = FigureSource::kRows,
          .title = "Similarity by kind of variant",
          .caption = "Similarity of a sentence with each kind of variant: lowest, quartiles and "
                     "highest. `unrelated` is another sentence of the text.",
          .names = {{"similarity", "similarity"}},
          .x = "variant",
          .y = "similarity",
      }};
  shown.results = {{"harmless_closer", "harmless variant closer than changed one"},
                   {"similarity_changed", "mean similarity, changed meaning"},
                   {"similarity_same", "mean similarity, same meaning"},
                   {"similarity_unrelated", "mean similarity, unrelated sentences"}};
  return shown;
}

}  // namespace sonde
