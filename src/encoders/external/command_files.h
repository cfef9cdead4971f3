#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sonde {

// The files that a command will read, as its words name them.
struct CommandFiles {
  std::vector<std::filesystem::path> files;  // that its words name, in order
  std::vector<std::string> unseen;           // words that may name others, or a folder
};

// A word names a file as a whole, after = , : or @, or after the letter of an option (-cFILE). A
// program is looked up in PATH. Text with a slash, white space, another character with a meaning in
// a shell, or a full stop before a letter may name one that isn't there yet.
CommandFiles files_of_command(const std::vector<std::string>& words);

}  // namespace sonde
