#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/server/near_misses.h"
#include "sonde/error.h"
#include "sonde/resources.h"

namespace sonde {

struct Command;
struct FormerName;
struct Listing;

// Additions of the workshop to the program.
struct Extension {
  std::span<const Command> commands{};
  std::span<const Listing> listings{};
  std::span<const FormerName> former_names{};
  NearMisses near_misses{};
};

// The process around a command: only the program's entry reads it.
struct Surroundings {
  Resources resources;
  bool output_is_terminal = false;
  bool error_is_terminal = false;  // and can erase a line
  bool error_has_colours = false;
  // The value of an environment variable, empty if it is unset.
  std::string (*variable)(const std::string& name) = nullptr;
  Extension extension{};
};

// The sections of `sonde --help`, in this order.
enum class CommandGroup : std::uint8_t { kMeasure, kLook, kCompare, kMakeData, kHousekeeping };

// A row of the table of commands. `run` gets the words after the command's
// name and returns the exit code. It throws sonde::Error.
struct Command {
  std::string_view name;
  CommandGroup group;
  std::string_view help;
  int (*run)(std::vector<std::string> words, const Surroundings& surroundings);
};

// A command's former name, which works until 1.0 and prints the new one, such as "sonde show
// --layers". `run`: null if the new words run instead.
struct FormerName {
  std::string_view name;
  std::string_view now;
  int (*run)(std::vector<std::string> words, const Surroundings& surroundings) = nullptr;
};

// Names and what they are.
using Line = std::pair<std::string, std::string>;
struct Lines {
  std::vector<Line> lines;
  std::optional<Error> error{};  // the failure to list, if any
};

// A row of `sonde list`.
struct Listing {
  std::string_view name;
  Lines (*lines)(const Surroundings& surroundings);
};

// The instrument's commands, then those of the extension.
std::vector<Command> commands(const Extension& extension);

// Runs the program: finds the command, maps errors to one line and an exit code.
int run_program(std::vector<std::string> words, const Surroundings& surroundings);

// The instrument's commands, one in each file.
int run_command(std::vector<std::string> words, const Surroundings& surroundings);
int show_command(std::vector<std::string> words, const Surroundings& surroundings);
int report_command(std::vector<std::string> words, const Surroundings& surroundings);
int export_command(std::vector<std::string> words, const Surroundings& surroundings);
int encode_command(std::vector<std::string> words, const Surroundings& surroundings);
int list_command(std::vector<std::string> words, const Surroundings& surroundings);
int compare_command(std::vector<std::string> words, const Surroundings& surroundings);
int check_command(std::vector<std::string> words, const Surroundings& surroundings);
int pull_command(std::vector<std::string> words, const Surroundings& surroundings);
int serve_command(std::vector<std::string> words, const Surroundings& surroundings);
int store_command(std::vector<std::string> words, const Surroundings& surroundings);

// Former names whose words are not those of the new one.
int figures_command(std::vector<std::string> words, const Surroundings& surroundings);
int heads_command(std::vector<std::string> words, const Surroundings& surroundings);

}  // namespace sonde
