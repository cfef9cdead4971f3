#pragma once

#include <string_view>

namespace sonde {

// The place of a text, and how to give a secret there.
struct SecretPlace {
  std::string_view what, advice;
};
inline constexpr SecretPlace kSpecPlace{
    "a specification",
    "put it into a variable of the environment: key_env=NAME and header=HEADER=NAME take its name, "
    "in capitals, and programs inherit it"};

// Errors: kUsage, which does not quote the text, if it holds a secret, percent-encoded or not, that
// run files, reports and terminals would show.
void refuse_secrets(std::string_view text, const SecretPlace& place = kSpecPlace);

}  // namespace sonde
