#pragma once

#include <string>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// A subject in an object's place, "He" -> "him", "The man" -> "the man", and an object in a
// subject's. Empty if its case or whether it begins with a name is unclear.
std::string as_object(const Reading& reading, WordRange subject, const Lexicon& lexicon);
std::string as_subject(const Reading& reading, WordRange object);

// A clause as a sentence that begins and ends as its source does.
std::string as_sentence(const Reading& reading, std::string clause);

// The present or past of be.
std::string be_form(bool past, bool plural, bool first_person);

RuleExamples moved_phrase_examples();

}  // namespace sonde
