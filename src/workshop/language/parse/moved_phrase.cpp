#include "workshop/language/parse/moved_phrase.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {
namespace {

using Case = std::pair<std::string_view, std::string_view>;
constexpr std::array kCases{Case{"I", "me"}, Case{"he", "him"}, Case{"she", "her"},
                            Case{"we", "us"}, Case{"they", "them"}};

bool is_one_word(WordRange words) { return words.end - words.first == 1; }

// "I" stands for "i" of a reading.
std::string object_pronoun(std::string_view subject) {
  for (const auto& [of_subject, of_object] : kCases) {
    if (subject == of_subject || (subject == "i" && of_subject == "I")) {
      return std::string(of_object);
    }
  }
  return {};
}

// A subject that becomes an object.
struct Subject {
  const Reading& reading;
  WordRange words;
  const Lexicon& lexicon;

  std::string_view first() const { return reading.word(words.first); }
  bool is_base_form(WordKind kind) const { return lexicon.has_form(first(), kind); }
};

bool is_pronoun(const Subject& subject) {
  return is_one_word(subject.words) && !object_pronoun(subject.first()).empty();
}
bool has_pronoun(const Subject& subject) {
  for (std::size_t at = subject.words.first; at < subject.words.end; ++at) {
    if (!object_pronoun(subject.reading.word(at)).empty()) return true;
  }
  return false;
}
bool begins_without_capital(const Subject& subject) {
  const std::string text = subject.reading.text(subject.words);
  return uncapitalised(text) == text;
}
bool begins_with_determiner(const Subject& subject) {
  return is_listed("determiners", subject.first());
}
bool begins_with_title(const Subject& subject) { return is_listed("titles", subject.first()); }
bool begins_with_unknown_word(const Subject& subject) {
  return !subject.is_base_form(WordKind::kNoun) && !subject.is_base_form(WordKind::kAdjective);
}
bool may_begin_with_name(const Subject& subject) {
  const auto subscript = subject.reading.subscript(subject.words.first);
  return subscript == "m" || subscript == "f" || subscript == "b" || subscript == "l" ||
         subscript.empty();
}
bool may_be_name_alone(const Subject& subject) {
  return is_one_word(subject.words) && may_begin_with_name(subject);
}

enum class ObjectForm { kPronoun, kAsItIs, kUncapitalised, kUnclear };
using ObjectFormRule = Rule<Subject, ObjectForm>;
constexpr std::array kFirstWords{
    ObjectFormRule{"subject is a pronoun", is_pronoun, ObjectForm::kPronoun,
                   "She broke the window."},
    ObjectFormRule{"subject has a pronoun", has_pronoun, ObjectForm::kUnclear,
                   "The man and I broke the window."},
    ObjectFormRule{"subject has no capital", begins_without_capital, ObjectForm::kAsItIs,
                   "a man broke the window"},
    ObjectFormRule{"subject has a determiner", begins_with_determiner, ObjectForm::kUncapitalised,
                   "The man broke the window."},
    ObjectFormRule{"subject has a title", begins_with_title, ObjectForm::kAsItIs,
                   "Mr. Smith broke the window."},
    ObjectFormRule{"subject begins with an unknown word", begins_with_unknown_word,
                   ObjectForm::kAsItIs, "Zbigniew broke the window."},
    // A singular noun has an article, so a noun alone is a name.
    ObjectFormRule{"subject is a name", may_be_name_alone, ObjectForm::kAsItIs,
                   "Bob broke the window."},
    ObjectFormRule{"subject may begin with a name", may_begin_with_name, ObjectForm::kUnclear,
                   "Rose Smith broke the window."},
};

}  // namespace

std::string as_object(const Reading& reading, WordRange subject, const Lexicon& lexicon) {
  const std::string text = reading.text(subject);
  switch (result_of(kFirstWords, Subject{reading, subject, lexicon}, ObjectForm::kUncapitalised)) {
    case ObjectForm::kPronoun:
      return object_pronoun(reading.word(subject.first));
    case ObjectForm::kUnclear:
      return {};
    case ObjectForm::kAsItIs:
      return text;
    case ObjectForm::kUncapitalised:
      return uncapitalised(text);
  }
  return {};
}

std::string as_subject(const Reading& reading, WordRange object) {
  for (const auto& [of_subject, of_object] : kCases) {
    if (is_one_word(object) && reading.word(object.first) == of_object) {
      return std::string(of_subject);
    }
  }
  return reading.text(object);
}

std::string as_sentence(const Reading& reading, std::string clause) {
  if (reading.begins_with_capital()) clause = capitalised(std::move(clause));
  return std::string(reading.before()) + clause + std::string(reading.behind());
}

std::string be_form(bool past, bool plural, bool first_person) {
  if (past) return plural ? "were" : "was";
  return plural ? "are" : first_person ? "am" : "is";
}

RuleExamples moved_phrase_examples() { return examples_of(kFirstWords); }

}  // namespace sonde
