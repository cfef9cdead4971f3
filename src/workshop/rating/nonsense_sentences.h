#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Grammatical nonsense sentences, for attention checks: those of a file, one per line, or built-in
// ones in English ("en", also "en-GB", and "") and Dutch. Errors: kUsage for another language
// without a file, kInput for a file without a sentence, and those of LineReader.
std::vector<std::string> nonsense_sentences(std::string_view language,
                                            const std::filesystem::path& file);

}  // namespace sonde
