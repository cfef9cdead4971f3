#include "probes/shared/kinds.h"

namespace sonde {

Shown heros_report() {
  const std::vector<FigureForm::Name> normalised{
      {"normalised_synonym", "synonym"},
      {"normalised_typo", "typo"},
      {"normalised_antonym", "antonym"},
      {"normalised_random", "unrelated word"},
      {"normalised_negation_main", "negation, main verb"},
      {"normalised_negation_antonym", "negation, replaced word"}};
  const std::vector<FigureForm::Name> orders{
      {"synonym_beats_antonym", "antonym"},
      {"synonym_beats_random", "unrelated word"},
      {"synonym_beats_negation_main", "negation, main verb"},
      {"synonym_beats_negation_antonym", "negation, replaced word"}};
  Shown shown{"Small edits (heros)",
              "Chiang et al. (2023), Revealing the Blind Spot of Sentence Encoder Evaluation by "
              "HEROS"};
  shown.evidence = {
      {"negation", "negation or synonym",
       "Is a synonym closer to the sentence than the sentence's negation is?",
       "share of sentences whose version with a synonym is closer than their negation",
       "synonym_beats_negation_main"},
      {"antonyms", "antonym or synonym", "Is a synonym closer than an antonym?",
       "share of sentences whose version with a synonym is closer than the one with an antonym",
       "synonym_beats_antonym"},
      {"typos", "typo or antonym", "Does a typo move the vector less than an antonym?",
       "share of sentences whose version with a typo is closer than the one with an antonym",
       "typo_costs_more"},
      {"synonyms", "synonym or unrelated word", "Is a synonym closer than an unrelated word?",
       "share of sentences whose version with a synonym is closer than the one with an unrelated "
       "word",
       "synonym_beats_random"}};
  shown.labels = {{"synonym_first", "synonym closest"},
                  {"synonym_beats_antonym", "synonym closer than antonym"},
                  {"synonym_beats_random", "synonym closer than another word"},
                  {"synonym_beats_negation_main", "synonym closer than negation"},
                  {"synonym_beats_negation_antonym", "synonym closer than negated word"},
                  {"typo_costs_more", "typo further than antonym"},
                  {"ties_synonym_first", "ties: synonym closest"},
                  {"ties_typo_antonym", "ties: typo and antonym"}};
  shown.figures = {
      {
          .name = "normalised",
          .kind = FigureKind::kHeatMap,
          .source = FigureSource::kResults,
          .title = "How close each edit stays to the original",
          .caption = "Mean normalised cosine with the original: 1 = unchanged, 0 = as far apart "
                     "as two unrelated sentences. A synonym and a typo keep the meaning; the "
                     "others change it.",
          .paper = "Figures 1 and 2",
          .names = normalised,
      },
      {
          .name = "spread",
          .kind = FigureKind::kBox,
          .source = FigureSource::kRows,
          .title = "Similarity by edit, item by item",
          .caption = "Similarity of original and edit: lowest, quartiles and highest; normalised "
                     "if there is a baseline.",
          .names = {{"similarity", "similarity"},
                    {"synonym", "synonym"},
                    {"typo", "typo"},
                    {"antonym", "antonym"},
                    {"random", "unrelated word"},
                    {"negation_main", "negation, main verb"},
                    {"negation_antonym", "negation, replaced word"}},
          .x = "edit",
          .y = "normalised similarity",
          .baseline = "baseline",
      },
      {
          .name = "order",
          .kind = FigureKind::kBars,
          .source = FigureSource::kResults,
          .title = "How often the synonym is closer than the other edit",
          .caption = "Share of sentences whose synonym is closer than the other edit.",
          .names = orders,
          .x = "closer than",
          .y = "share of sentences",
      }};
  shown.results = {
      {"synonym_first", "synonym closer than all other edits"},
      {"synonym_beats_antonym", "synonym closer than antonym"},
      {"synonym_beats_random", "synonym closer than unrelated word"},
      {"synonym_beats_negation_main", "synonym closer than negation, main verb"},
      {"synonym_beats_negation_antonym", "synonym closer than negation, replaced word"},
      {"typo_costs_more", "typo farther than antonym"},
      {"ties_synonym_first", "ties: synonym and the closest other edit"},
      {"ties_synonym_antonym", "ties: synonym and antonym"},
      {"ties_synonym_random", "ties: synonym and unrelated word"},
      {"ties_synonym_negation_main", "ties: synonym and negation, main verb"},
      {"ties_synonym_negation_antonym", "ties: synonym and negation, replaced word"},
      {"ties_typo_antonym", "ties: typo and antonym"},
      {"normalised_synonym", "normalised similarity: synonym"},
      {"normalised_antonym", "normalised similarity: antonym"},
      {"normalised_random", "normalised similarity: unrelated word"},
      {"normalised_typo", "normalised similarity: typo"},
      {"normalised_negation_main", "normalised similarity: negation, main verb"},
      {"normalised_negation_antonym", "normalised similarity: negation, replaced word"},
      {"sim_synonym", "mean similarity: synonym"},
      {"sim_antonym", "mean similarity: antonym"},
      {"sim_random", "mean similarity: unrelated word"},
      {"sim_typo", "mean similarity: typo"},
      {"sim_negation_main", "mean similarity: negation, main verb"},
      {"sim_negation_antonym", "mean similarity: negation, replaced word"},
      {"baseline", "mean similarity of unrelated sentences"}};
  shown.rows = {{"synonym", "synonym"},
                {"antonym", "antonym"},
                {"random", "unrelated word"},
                {"typo", "typo"},
                {"negation_main", "negation, main verb"},
                {"negation_antonym", "negation, replaced word"}};
  return shown;
}

}  // namespace sonde
