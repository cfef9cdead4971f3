#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sonde {

// What a command says of the files that it will read.
struct CommandFiles {
  std::vector<std::filesystem::path> files;  // that its words name, in order
  std::vector<std::string> unseen;           // words that may name others, or a folder
};

// A word names a file as a whole, behind = , : or @, or behind the letter of an option (-cFILE); a
// program is looked up in PATH. What has a slash, white space, another character that means
// something to a shell, or a full stop before a letter may name one that isn't there yet.
CommandFiles files_of_command(const std::vector<std::string>& words);

}  // namespace sonde
