#include "probes/curves/curves_options.h"
#include "probes/curves/term_files.h"
#include "sonde/dataset.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/parse.h"
#include "data/card.h"
#include "probes/shared/records.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using Settings = std::map<std::string, std::string>;

// The paper's terms (section 3.2).
struct Language {
  std::string_view name;
  const char* fuzz;
  const char* negation;
};
constexpr std::array kLanguages{Language{"en", "a,the", "not"}, Language{"nl", "de,het", "niet"}};

constexpr std::int64_t kMostVariants = 1000;
constexpr std::size_t kMostWords = 1 << 20;
const std::vector<std::string> kCardKeys{"fuzz_terms", "negation_terms", "min_words", "max_words"};
constexpr const char* kOwnVariants = "own_variants";

// A card's keys beneath the options of a spec, as if the spec had them.
Spec with_settings(Spec spec, const Settings& dataset) {
  for (const auto& key : kCardKeys) {
    const auto found = dataset.find(key);
    if (found != dataset.end()) spec.options.insert(*found);
  }
  return spec;
}

std::vector<std::string> terms_of(const std::string& key, std::string_view list) {
  std::vector<std::string> terms;
  for (const auto part : parts_of(list, ',')) {
    const std::string_view term = trimmed(part, " \t\r\n");
    if (term.empty()) {
      throw usage_error("an empty term in " + key + "=" + std::string(list),
                        "write terms with commas between them, such as a,the");
    }
    if (std::ranges::find(terms, term) == terms.end()) terms.emplace_back(term);
  }
  return terms;
}

// The default terms. Null for a language that the paper has no terms for.
const Language* default_terms(const std::string& name) {
  const auto found = std::ranges::find(kLanguages, name, &Language::name);
  return found == kLanguages.end() ? nullptr : &*found;
}

constexpr const char* kDefaultLanguage = "en";

std::string language_of(Options& options, const Settings& dataset) {
  const auto card = dataset.find("language");
  return options.text("language", card == dataset.end() ? kDefaultLanguage : card->second);
}

std::vector<std::string> read_terms(Options& options, const std::string& key,
                                    const std::string& language, const char* Language::* list) {
  const Language* known = default_terms(language);
  if (known == nullptr && !options.has(key)) {
    throw usage_error("there are no default terms for the language '" + language + "'",
                      "name them: " + key + "=TERM,TERM after curves?, or " + key +
                          " = \"TERM,TERM\" in the data set's card");
  }
  return terms_of(key, options.text(key, known == nullptr ? "" : known->*list));
}

void read_negation(Options& options, const std::string& language, CurvesOptions& read) {
  const auto how = options.choice("negation", "insert", {"insert", "grammatical"});
  read.grammatical = how == "grammatical";
  if (!read.grammatical) {
    read.negation = read_terms(options, "negation_terms", language, &Language::negation);
    return;
  }
  if (language != "en") {
    throw usage_error(
        "negation=grammatical is for English, not for the language '" + language + "'",
        "leave it out: then negation_terms are inserted");
  }
  if (options.has("negation_terms")) {
    throw usage_error("negation=grammatical inserts no negation_terms", "give one of the two");
  }
}

double read_passed_share(Options& options, double otherwise) {
  const double share = options.number("passed", otherwise);
  if (share < 0 || share >= 100) {
    throw usage_error("passed=" + std::to_string(share) + " is not a percentage",
                      "give 0 or more, and less than 100; the default is " + printed(otherwise));
  }
  return share;
}

Bandwidth read_bandwidth(Options& options) {
  const std::string usual = printed(Bandwidth().factor);
  const std::string word = options.text("bandwidth", usual);
  if (word == "scott") return {BandwidthRule::kScott};
  if (word == "silverman") return {BandwidthRule::kSilverman};
  const auto factor = parse_number<double>(word);
  if (!factor || !std::isfinite(*factor) || *factor <= 0) {
    throw usage_error("bandwidth=" + word + " is neither a number above 0, scott nor silverman",
                      "the default is " + usual + ", times the standard deviation");
  }
  return {BandwidthRule::kFactor, *factor};
}

CurvesSlices read_slices(Options& options) {
  CurvesSlices by;
  if (!options.has("by")) return by;
  const std::string list = options.text("by", "");
  for (const auto part : parts_of(list, ',')) {
    if (part != "place" && part != "word" && part != "length") {
      throw usage_error("by=" + std::string(part) + " is neither place, word nor length",
                        "write several with commas between them, such as by=place,length");
    }
    by.place |= part == "place";
    by.word |= part == "word";
    by.length |= part == "length";
  }
  return by;
}

void read_insertions(Options& options, const Settings& dataset, CurvesOptions& read) {
  const std::string language = language_of(options, dataset);
  read.fuzz = read_terms(options, "fuzz_terms", language, &Language::fuzz);
  read_negation(options, language, read);
  read.variants = options.count("variants", read.variants, 1, kMostVariants);
  read.seed = options.count("seed", read.seed, 0, INT64_MAX);
  if (read.grammatical && (read.by.place || read.by.word)) {
    throw usage_error(
        "by=place and by=word need inserted words, but negation=grammatical inserts none",
        "leave one of the two out");
  }
}

// Sentences that bring their variants take no insertions.
void refuse_insertions(Options& options, const Settings& dataset, const CurvesOptions& read) {
  language_of(options, dataset);  // a fact of the data set
  for (const char* key : {"fuzz_terms", "negation_terms", "negation", "variants", "seed"}) {
    if (dataset.contains(key)) {
      throw input_error(
          "'" + std::string(key) + "' needs inserted words, but the data set has its own variants",
          {"", 0, key, ""}, "remove it");
    }
    if (!options.has(key)) continue;
    throw usage_error(
        std::string(key) + "= needs inserted words, but the data set has its own variants",
        "leave it out");
  }
  if (!read.by.place && !read.by.word) return;
  throw usage_error(
      "by=place and by=word need inserted words, but the data set has its own variants",
      "by=length needs none");
}

CurvesOptions read(const Spec& spec, const Settings& dataset) {
  Options options(spec);
  CurvesOptions read;
  read.by = read_slices(options);
  read.own_variants = dataset.contains(kOwnVariants);
  if (read.own_variants) {
    refuse_insertions(options, dataset, read);
  } else {
    read_insertions(options, dataset, read);
  }
  read.min_words = options.count("min_words", 1, 1, kMostWords);
  read.max_words = options.count("max_words", kMostWords, 1, kMostWords);
  if (read.min_words > read.max_words) {
    throw usage_error("min_words is above max_words: no sentence has such a length");
  }
  read.published_cosine = options.choice("cosine", "exact", {"exact", "published"}) == "published";
  read.bandwidth = read_bandwidth(options);
  read.passed_share = read_passed_share(options, read.passed_share);
  options.done();
  return read;
}

}  // namespace

std::vector<Field> curves_fields() {
  std::vector<Field> fields{{"sentence", {"text", "original"}},
                            {"same", {}, false, false, "variants"},
                            {"changed", {}, false, false, "variants"}};
  fields[kSentence].is_line = true;
  fields[kSame].repeats = fields[kChanged].repeats = true;
  return fields;
}

CurvesOptions read_curves_options(const Spec& spec, const Settings& dataset) {
  std::vector<std::string> known = kCardKeys;
  known.emplace_back(kOwnVariants);
  reject_unknown_settings(dataset, known);
  // Checks the card alone first, so that its errors aren't reported as the user's options.
  for (const auto& key : kCardKeys) {
    const auto found = dataset.find(key);
    if (found == dataset.end()) continue;
    Spec alone{spec.kind, "", spec.kind, "", "", {*found}};
    reading_setting(key, [&] { return read(alone, {}); });
  }
  return read(with_settings(spec, dataset), dataset);
}

void settle_curves(Settling& settling) {
  auto& [spec, card, dataset, sources] = settling;
  read_term_files(spec);
  read_term_files(card, dataset);
  refuse_key_of_runs(card, kOwnVariants);
  const bool own_variants = count_columns(card, curves_fields()) > 1;
  if (own_variants) dataset[kOwnVariants] = "true";
  const auto has_own = [&](const char* key) {
    return spec.options.contains(key) || dataset.contains(key);
  };
  const bool own_terms = has_own("fuzz_terms") && has_own("negation_terms");
  const auto option = spec.options.find("language");
  const std::string otherwise =
      card.language.empty() && !own_terms && !own_variants ? kDefaultLanguage : card.language;
  dataset["language"] = option == spec.options.end() ? otherwise : option->second;
}

}  // namespace sonde
