#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <span>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "base/names.h"
#include "base/version.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::array kCommands{
    Command{"run", "measure encoders and scorers with probes over data sets", run_command},
    Command{"merge", "merge the parts of a run into one run file", merge_command},
    Command{"show", "print the results of a run, or its subjects", show_command},
    Command{"compare", "compare subjects: paired differences and what moved", compare_command},
    Command{"layers", "results layer by layer, as a table and a curve", layers_command},
    Command{"check", "may it be released? a run's verdicts against a base", check_command},
    Command{"report", "make one HTML file of runs: verdicts, figures, every item", report_command},
    Command{"figures", "the former name of report --figures", figures_command},
    Command{"export", "write the items of a run with all measurements", export_command},
    Command{"encode", "turn sentences, one a line, into vectors (.npy)", encode_command},
    Command{"heads", "train small networks on vectors, by size and seed", heads_command},
    Command{"describe", "describe data sets: lexical overlap, lengths", describe_command},
    Command{"list", "list encoders, scorers, probes, data sets, commands and more", list_command},
    Command{"agreement", "how far people agree who rated the same items", agreement_command},
    Command{"pull", "fetch a model from the Hugging Face hub", pull_command},
    Command{"serve", "serve a page to look at runs and to try encoders", serve_command},
    Command{"store", "show the vector store's size, or remove vectors", store_command},
};

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

void print_help(const Extension& extension) {
  std::puts(
      "sonde finds out what a sentence encoder understands.\n\nusage: sonde COMMAND [OPTIONS]\n");
  for (const auto& command : commands(extension)) {
    std::printf("  %-9s %s\n", command.name.data(), command.help.data());
  }
  std::puts(
      "\n`sonde COMMAND --help` explains a command; `sonde run --encoder minilm --out "
      "first.sonde`\nmeasures the default encoder on the English probe sets.\n\n`--resources "
      "FOLDER`, with any command: where "
      "models/ and data/ lie that the program is to know,\nbefore those that it came with.");
}

int dispatch(std::vector<std::string> words, const Surroundings& surroundings) {
  const std::string name = words.empty() ? "help" : words.front();
  if (name == "help" && words.size() > 1) return dispatch({words[1], "--help"}, surroundings);
  if (name == "help" || name == "--help" || name == "-h")
    return print_help(surroundings.extension), words.empty() ? 2 : 0;
  if (name == "--version" || name == "version")
    return std::printf("sonde %s\n", kVersion.data()), 0;
  const auto all = commands(surroundings.extension);
  const Command& command = find_row(std::span(all), "command", name);
  words.erase(words.begin());
  try {
    return command.run(std::move(words), surroundings);
  } catch (const HelpShown&) {
    return 0;
  }
}

// A full disk shows at the last only when what was printed is flushed.
void finish_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw outside_error("cannot write to standard output", {}, "is the disk full?");
  }
}

void print_error(const char* what, const Surroundings& surroundings) {
  const char* form = surroundings.error_has_colours ? "\033[31msonde:\033[0m %s\n" : "sonde: %s\n";
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
