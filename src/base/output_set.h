#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace sonde {

struct OutputFile {
  std::string name, content;
};

// Files of one command that belong together in one folder. `list` names a file next to them that
// has the SHA-256 of each, as `sha256sum -c` reads it. A file counts as written by the command only
// while it still has the bytes of the list.
struct OutputSet {
  std::string_view command;
  std::string_view list;
};

inline constexpr OutputSet kSheetSet{"sonde rate sheet", "sheets.sha256"};
inline constexpr OutputSet kRatingSet{"sonde rate export", "export.sha256"};
inline constexpr OutputSet kFigureSet{"sonde figures", "figures.sha256"};

// Puts the files into the folder, which is made if it is missing, in place of the set's earlier
// files: those that are not among the new ones are removed. Nothing changes if one of them was
// edited, or if a new file would replace one that is not of the set. With `replace` false, no file
// of the new names may exist. A kill in between leaves files that a repetition recognises.
// Errors: kUsage, kOutside.
void write_output_set(const std::filesystem::path& folder, const OutputSet& set,
                      std::span<const OutputFile> files, bool replace = true);

}  // namespace sonde
