#pragma once

#include <string_view>

namespace sonde {

// Whether a text that the user gave holds a secret, which run files, reports and terminals would
// show: a value of an option, a variable, a header or a JSON key that is named like one, a URL with
// a user, a password of a well-known program, or a word of the form that services give their keys.
bool holds_secret(std::string_view text);

// The place of a text, and how to give a secret there.
struct SecretPlace {
  std::string_view what, advice;
};
inline constexpr SecretPlace kSpecPlace{
    "a specification",
    "put it into a variable of the environment: key_env=NAME takes its name, and programs inherit "
    "it"};

// Errors: kUsage, which does not quote the text, if it holds a secret, percent-encoded or not.
void refuse_secrets(std::string_view text, const SecretPlace& place = kSpecPlace);

}  // namespace sonde
