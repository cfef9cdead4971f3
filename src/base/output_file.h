#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace sonde {

// A kind of file that commands write. A file that exists is replaced only if it is empty or
// begins as its kind does: anything else belongs to the user.
struct OutputKind {
  std::string_view name;    // for messages, after "a"
  std::string_view head{};  // the first bytes (empty: an existing file is never replaced)
  std::string_view mark{};  // further bytes, `at` so many from the start
  std::size_t at = 0;
};

inline constexpr std::string_view kDatabaseHead{"SQLite format 3\0", 16};
inline constexpr std::size_t kFamilyAt = 68;  // a database's application id, without its version

inline constexpr OutputKind kRunOutput{"run file", kDatabaseHead, "snr", kFamilyAt};
inline constexpr OutputKind kPartOutput{"part of a run", kDatabaseHead, "snp", kFamilyAt};
inline constexpr OutputKind kListingOutput{"listing", kDatabaseHead, "snl", kFamilyAt};
inline constexpr OutputKind kReportOutput{"report of sonde",
                                          "<!doctype html>\n<!-- A report of sonde. -->\n"};
inline constexpr OutputKind kJunitOutput{
    "JUnit file of sonde",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sonde check\""};
// Tables and sentences for people, who edit them: nothing shows which program wrote them.
inline constexpr OutputKind kPlainOutput{"new file"};

// Checks the place of an output before any work. Errors: kUsage if something exists there that is
// not of the kind, or if `replace` is false and a file exists. kOutside if the folder is missing or
// not writable. `option` is the one to change, for messages.
void check_output(const std::filesystem::path& file, const OutputKind& kind, bool replace,
                  std::string_view option);

// Checks the place again and puts the whole text there. Errors: those of check_output(), kOutside.
void write_output(const std::filesystem::path& file, const OutputKind& kind, bool replace,
                  std::string_view option, std::string_view text);

// A file or folder that a command reads or writes. `what` names it in messages, such as "--out".
struct NamedPlace {
  std::string what;
  std::filesystem::path path;  // empty or "-": none
};

// Checks all outputs of a command at once, those with derived names too: no two are the same file,
// and none is an input, by whatever names. Errors: kUsage.
void check_apart(std::span<const NamedPlace> outputs, std::span<const NamedPlace> inputs = {});

}  // namespace sonde
