#include "text/sentences.h"

#include <unicode/brkiter.h>
#include <unicode/filteredbrk.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <array>
#include <stdexcept>

#include "sonde/error.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

void check_break(UErrorCode status) {
  if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
}

icu::Locale locale_of(const std::string& language) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = icu::Locale::forLanguageTag(language, status);
  if (U_FAILURE(status) || locale.isBogus() || *locale.getISO3Language() == '\0') {
    throw usage_error("'" + language.substr(0, 40) + "' is not a language",
                      "give a code such as en, nl or de");
  }
  return locale;
}

using Abbreviations = icu::FilteredBreakIteratorBuilder;

// ICU has a list for some languages.
std::unique_ptr<Abbreviations> listed_abbreviations(const icu::Locale& locale) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<Abbreviations> listed(Abbreviations::createInstance(locale, status));
  if (status == U_MISSING_RESOURCE_ERROR) {
    status = U_ZERO_ERROR;
    listed.reset(Abbreviations::createEmptyInstance(status));
  }
  check_break(status);
  return listed;
}

// Abbreviations missing in ICU's list that a name or a number follows.
constexpr std::array kEnglish{"Dr.",  "Drs.",   "St.",  "Gen.", "Sen.", "Gov.",  "Messrs.",
                              "Mme.", "Lieut.", "Cpl.", "Sgt.", "Fig.", "Figs.", "Eq.",
                              "cf.",  "e.g.",   "i.e.", "vs.",  "al."};

template <class Texts>
void add(Abbreviations& filter, const Texts& abbreviations) {
  for (const auto& abbreviation : abbreviations) {
    UErrorCode status = U_ZERO_ERROR;
    filter.suppressBreakAfter(icu::UnicodeString::fromUTF8(abbreviation), status);
    check_break(status);
  }
}

}  // namespace

struct SentenceSplitter::Iterator {
  std::unique_ptr<icu::BreakIterator> breaks;
};

SentenceSplitter::SentenceSplitter(const std::string& language,
                                   std::span<const std::string> abbreviations)
    : iterator_(std::make_unique<Iterator>()) {
  const icu::Locale locale = locale_of(language);
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> plain(
      icu::BreakIterator::createSentenceInstance(locale, status));
  check_break(status);
  const auto filter = listed_abbreviations(locale);
  if (std::string_view(locale.getLanguage()) == "en") add(*filter, kEnglish);
  add(*filter, abbreviations);
  iterator_->breaks.reset(filter->build(plain.release(), status));
  check_break(status);
}

SentenceSplitter::~SentenceSplitter() = default;

void SentenceSplitter::split(std::string_view text, std::vector<std::string>& sentences) {
  // First, because a line end would end a sentence.
  const auto whole = icu::UnicodeString::fromUTF8(spaced_once(text));
  icu::BreakIterator& breaks = *iterator_->breaks;
  breaks.setText(whole);
  std::int32_t begin = breaks.first();
  for (auto end = breaks.next(); end != icu::BreakIterator::DONE; end = breaks.next()) {
    std::string sentence;
    whole.tempSubStringBetween(begin, end).toUTF8String(sentence);
    sentence = spaced_once(sentence);
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
    begin = end;
  }
}

std::string spaced_once(std::string_view text) {
  std::string spaced;
  std::vector<std::string_view> words;
  split_at_spaces(text, words);
  for (const auto word : words) {
    if (!spaced.empty()) spaced += ' ';
    spaced += word;
  }
  return spaced;
}

}  // namespace sonde
