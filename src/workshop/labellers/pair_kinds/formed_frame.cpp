#include "workshop/labellers/pair_kinds/formed_frame.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>

#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/labellers/role_words.h"
#include "workshop/labellers/verb_group.h"

namespace sonde {
namespace {

constexpr std::array kObjectRoles{Role::kPatient,    Role::kTheme,  Role::kLocation,
                                  Role::kTrajectory, Role::kManner, Role::kTime};

// Limit of a phrase. Words after it are skipped, because all pairs of words are compared.
constexpr std::size_t kMostFillerWords = 200;

bool is_function_word(std::string_view word) {
  static constexpr std::string_view kMore =
      "|and|or|but|himself|so|than|as|which|whose|very|not|never|cannot|";
  return ends_head(word) || is_role_word(RoleWord::kDeterminer, word) ||
         is_role_word(RoleWord::kPronoun, word) || is_role_word(RoleWord::kAuxiliary, word) ||
         kMore.find("|" + std::string(word) + "|") != kMore.npos;
}

constexpr std::array<std::string_view, 2> kNotEndings{"n't", "n\u2019t"};

// "isn't" -> "is"
std::string without_not(std::string word) {
  if (word == "cannot") return "can";
  for (const auto ending : kNotEndings) {
    if (!word.ends_with(ending)) continue;
    word.resize(word.size() - ending.size());
    return word == "wo" ? "will" : word == "ca" ? "can" : word == "sha" ? "shall" : word;
  }
  return word;
}

// "'m" is "am". Words have lost their apostrophe.
std::string without_contraction(const std::string& word) {
  static const std::map<std::string, std::string, std::less<>> kFull{
      {"m", "am"}, {"re", "are"}, {"s", "is"}};
  const auto found = kFull.find(word);
  return found == kFull.end() ? word : found->second;
}

// The verb without its negation and auxiliaries: "does not like" is "like".
std::string affirmed(const std::string& phrase) {
  std::vector<std::string_view> words;
  split_words(phrase, words);
  std::string text;
  for (const auto found : words) {
    const std::string word = without_contraction(without_not(lower_case(found)));
    if (word == "not" || word == "never") continue;
    if (is_role_word(RoleWord::kAuxiliary, text)) text.clear();
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

// "no man", "nobody"
bool holds_no(const std::string& phrase) {
  static constexpr std::string_view kNone = "|no|none|nobody|nothing|neither|nowhere|";
  std::vector<std::string_view> words;
  split_words(phrase, words);
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return kNone.find("|" + lower_case(word) + "|") != kNone.npos;
  });
}

bool is_negated(const std::string& phrase) {
  std::vector<std::string_view> words;
  split_words(phrase, words);
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    const std::string lower = lower_case(word);
    return lower == "never" || is_not(lower);
  });
}

const FormedWord& first_word(const Filler& verb) {
  const PhrasePart& part = verb.parts.front();
  return part.words.empty() ? part.head : part.words.front();
}

// "By the dog".
bool is_doer_of_passive(const Filler& subject) {
  return subject.role == Role::kAgent && subject.parts.front().preposition == "by";
}

bool is_frame_negated(const RoleFrame& frame) {
  return is_negated(frame[Role::kVerb]) || is_negated(frame[Role::kTime]) ||
         std::ranges::any_of(frame.phrases, holds_no);
}

class FrameReader {
 public:
  explicit FrameReader(const Lexicon& lexicon) : lexicon_(lexicon) {}

  FormedFrame read(const RoleFrame& frame) const {
    FormedFrame formed;
    const auto verb = fillers_of(affirmed(frame[Role::kVerb]), Role::kVerb);
    if (verb) formed.verb = first_word(*verb);
    formed.subject = subject_of(frame);
    formed.objects = objects_of(frame, formed.subject);
    formed.passive = formed.subject && is_doer_of_passive(*formed.subject);
    formed.negated = is_frame_negated(frame);
    collect(formed, verb);
    return formed;
  }

 private:
  std::optional<Filler> subject_of(const RoleFrame& frame) const {
    for (const Role role : {Role::kAgent, Role::kPatient, Role::kTheme}) {
      if (auto filler = fillers_of(frame[role], role)) return filler;
    }
    return std::nullopt;
  }

  std::vector<Filler> objects_of(const RoleFrame& frame,
                                 const std::optional<Filler>& subject) const {
    std::vector<Filler> objects;
    for (const Role role : kObjectRoles) {
      if (subject && subject->role == role) continue;
      if (auto filler = fillers_of(frame[role], role)) objects.push_back(std::move(*filler));
    }
    return objects;
  }

  FormedWord formed(std::string word) const {
    FormedWord result;
    for (const WordKind kind : {WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective}) {
      result.forms.push_back(lexicon_.base_of(word, kind));
    }
    result.forms.push_back(word);
    result.text = std::move(word);
    return result;
  }

  static std::string plain(std::string_view word) {
    std::string lower = lower_case(word);
    for (const std::string_view ending : {"'s", "\u2019s"}) {
      if (lower.ends_with(ending)) lower.resize(lower.size() - ending.size());
    }
    return lower;
  }

  std::optional<Filler> fillers_of(const std::string& phrase, Role role) const {
    std::vector<std::string_view> words;
    split_words(phrase, words);
    if (words.size() > kMostFillerWords) words.resize(kMostFillerWords);
    Filler filler;
    filler.role = role;
    PhrasePart part;
    std::string last;
    const auto close = [&] {
      if (last.empty()) return;
      part.head = formed(last);
      filler.parts.push_back(std::move(part));
      part = {};
      last.clear();
    };
    for (const auto found : words) {
      const std::string word = plain(found);
      if (ends_head(word)) {
        close();
        part.preposition = word;
        continue;
      }
      last = word;
      if (!is_function_word(word)) part.words.push_back(formed(word));
    }
    close();
    if (filler.parts.empty() && !words.empty()) {
      part.head = formed(plain(words.back()));  // nothing but prepositions
      filler.parts.push_back(std::move(part));
    }
    if (filler.parts.empty()) return std::nullopt;
    return filler;
  }

  static void collect(FormedFrame& frame, const std::optional<Filler>& verb) {
    const auto add = [&](const Filler& filler) {
      for (const auto& part : filler.parts) {
        frame.all.insert(frame.all.end(), part.words.begin(), part.words.end());
      }
    };
    if (frame.subject) add(*frame.subject);
    if (verb) add(*verb);
    for (const auto& object : frame.objects) add(object);
  }

  const Lexicon& lexicon_;
};

}  // namespace

bool match(const FormedWord& a, const FormedWord& b) {
  return std::find_first_of(a.forms.begin(), a.forms.end(), b.forms.begin(), b.forms.end()) !=
         a.forms.end();
}

bool contains(const FormedWords& words, const FormedWord& word) {
  return std::any_of(words.begin(), words.end(),
                     [&](const FormedWord& other) { return match(word, other); });
}

bool share_word(const FormedWords& a, const FormedWords& b) {
  return std::any_of(a.begin(), a.end(), [&](const FormedWord& word) { return contains(b, word); });
}

bool Filler::holds(const FormedWord& word) const {
  return std::any_of(parts.begin(), parts.end(), [&](const PhrasePart& part) {
    return match(part.head, word) || contains(part.words, word);
  });
}

FormedFrame formed_frame(const RoleFrame& frame, const Lexicon& lexicon) {
  return FrameReader(lexicon).read(frame);
}

}  // namespace sonde
