#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <span>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/help_text.h"
#include "base/names.h"
#include "base/parse.h"
#include "base/version.h"
#include "report/text_table.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using enum CommandGroup;

constexpr std::array kCommands{
    Command{"run", kMeasure, "measure encoders and scorers on data sets", run_command},
    Command{"encode", kMeasure, "turn sentences into vectors (.npy)", encode_command},
    Command{"show", kLook, "print the results of a run, or its layers", show_command},
    Command{"report", kLook, "write an HTML page of runs, or their figures", report_command},
    Command{"serve", kLook, "open runs and encoders in a browser", serve_command},
    Command{"export", kLook, "write every item of a run with its measurements", export_command},
    Command{"compare", kCompare, "test differences between subjects or runs", compare_command},
    Command{"check", kCompare, "pass or fail a run against a base", check_command},
    Command{"list", kHousekeeping, "list encoders, probes, data sets, ...; describe them",
            list_command},
    Command{"pull", kHousekeeping, "download a model from the Hugging Face hub", pull_command},
    Command{"store", kHousekeeping, "print the vector store's size, or remove vectors",
            store_command},
};

constexpr std::array kFormerNames{
    FormerName{"merge", "sonde run --merge"},
    FormerName{"layers", "sonde show --layers"},
    FormerName{"describe", "sonde list datasets"},
    FormerName{"figures", "sonde report --figures FOLDER", figures_command},
    FormerName{"heads", "python3 tools/reproduce/heads.py", heads_command},
};

constexpr std::array<std::string_view, 3> kHelpWords{"help", "--help", "-h"};

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return 2;
    case ErrorKind::kInput:
      return 3;
    case ErrorKind::kOutside:
      return 4;
    case ErrorKind::kInterrupted:
      return 130;
  }
  return 4;
}

constexpr std::array kGroups{std::pair{kMeasure, "Measure"}, std::pair{kLook, "Look at results"},
                             std::pair{kCompare, "Compare"}, std::pair{kMakeData, "Make data"},
                             std::pair{kHousekeeping, "Housekeeping"}};

std::string program_help(const Extension& extension) {
  std::vector<Line> rows;
  std::vector<CommandGroup> groups;
  for (const auto& command : commands(extension)) {
    rows.emplace_back(command.name, command.help);
    groups.push_back(command.group);
  }
  const auto lines = help_rows(rows, text_width());
  std::string text =
      "sonde finds out what a sentence encoder understands.\n\nusage: sonde COMMAND [OPTIONS]\n";
  for (const auto& [group, title] : kGroups) {
    if (std::ranges::find(groups, group) == groups.end()) continue;
    text += std::string("\n") + title + "\n";
    for (std::size_t i = 0; i < lines.size(); ++i) text += groups[i] == group ? lines[i] : "";
  }
  return text + "\n" +
         wrapped(
             "`sonde COMMAND --help` explains a command. `sonde run --encoder minilm --out "
             "first.sonde` measures the default encoder on the English probe sets.") +
         "\n\n" +
         wrapped(
             "`--resources FOLDER`, with any command: a folder with models/ and data/ that is "
             "searched "
             "before sonde's own.") +
         "\n";
}

const FormerName* find_former(std::string_view name, const Extension& extension) {
  const std::array<std::span<const FormerName>, 2> tables{kFormerNames, extension.former_names};
  for (const auto& table : tables) {
    const auto found = std::ranges::find(table, name, &FormerName::name);
    if (found != table.end()) return &*found;
  }
  return nullptr;
}

// The words as they are written now, without "sonde".
std::vector<std::string> words_now(const FormerName& former, std::vector<std::string> words) {
  std::vector<std::string> now;
  for (const auto word : parts_of(former.now, ' ')) now.emplace_back(word);
  now.erase(now.begin());
  now.insert(now.end(), words.begin() + 1, words.end());
  return now;
}

int run_words(const Command& command, std::vector<std::string> words,
              const Surroundings& surroundings) {
  words.erase(words.begin());
  try {
    return command.run(std::move(words), surroundings);
  } catch (const HelpShown&) {
    return 0;
  }
}

int dispatch(std::vector<std::string> words, const Surroundings& surroundings) {
  const std::string name = words.empty() ? "help" : words.front();
  if (name == "help" && words.size() > 1) return dispatch({words[1], "--help"}, surroundings);
  if (std::ranges::find(kHelpWords, name) != kHelpWords.end()) {
    std::fputs(program_help(surroundings.extension).c_str(), stdout);
    return words.empty() ? 2 : 0;
  }
  if (name == "--version" || name == "version")
    return std::printf("sonde %s\n", kVersion.data()), 0;
  if (const auto* former = find_former(name, surroundings.extension)) {
    say("`sonde " + name + "` is now `" + std::string(former->now) +
        "`; the old name works until 1.0");
    if (former->run == nullptr) return dispatch(words_now(*former, std::move(words)), surroundings);
    return run_words({name, {}, {}, former->run}, std::move(words), surroundings);
  }
  const auto all = commands(surroundings.extension);
  return run_words(find_row(std::span(all), "command", name), std::move(words), surroundings);
}

// A full disk shows at the last only when what was printed is flushed.
void finish_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw outside_error("cannot write to standard output", {}, "is the disk full?");
  }
}

void print_error(const char* what, const Surroundings& surroundings) {
  const char* form = surroundings.error_has_colours ? "\033[31msonde:\033[0m %s\n" : "sonde: %s\n";
  std::fflush(stdout);
  std::fprintf(stderr, form, what);
}

Error as_outside(const std::filesystem::filesystem_error& error) {
  return outside_error(error.code().message(), {error.path1().string()},
                       "check the path and its permissions");
}

}  // namespace

std::vector<Command> commands(const Extension& extension) {
  std::vector<Command> all(kCommands.begin(), kCommands.end());
  all.insert(all.end(), extension.commands.begin(), extension.commands.end());
  return all;
}

int run_program(std::vector<std::string> words, const Surroundings& surroundings) {
  try {
    const int code = dispatch(std::move(words), surroundings);
    finish_output();
    return code;
  } catch (const Error& error) {
    print_error(error.what(), surroundings);
    return exit_code(error.kind());
  } catch (const std::filesystem::filesystem_error& error) {
    print_error(as_outside(error).what(), surroundings);
    return 4;
  } catch (const std::bad_alloc&) {
    print_error("out of memory", surroundings);
    return 4;
  } catch (const std::exception& error) {
    say(error.what());
    return 4;
  }
}

}  // namespace sonde
