#include "workshop/labellers/role_labeller.h"

#include <algorithm>

namespace sonde {

bool has_letter(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  });
}

LabelledSentence checked(LabelledSentence labelled) {
  std::string& verb = labelled.frame[Role::kVerb];
  if (!has_letter(verb)) verb.clear();
  if (verb.empty() && labelled.doubt.empty()) labelled.doubt = "no verb found";
  return labelled;
}

}  // namespace sonde
