#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/resources.h"

namespace sonde {

// What a command gets from the world outside; main() alone looks at it.
struct Surroundings {
  Resources resources;
  bool output_is_terminal = false;
  bool error_is_terminal = false;  // and can erase a line
  // The value of a variable of the environment, empty where there is none.
  std::string (*variable)(const std::string& name) = nullptr;
};

// A row of the table of commands. `run` gets the words after the command's
// name and returns the exit code; it throws sonde::Error.
struct Command {
  std::string_view name;
  std::string_view help;
  int (*run)(std::vector<std::string> words, const Surroundings& surroundings);
};

std::span<const Command> commands();

// Runs the program: finds the command, maps errors to one line and an exit code.
int run_program(std::vector<std::string> words, const Surroundings& surroundings);

// The commands, one in each file.
int run_command(std::vector<std::string> words, const Surroundings& surroundings);
int merge_command(std::vector<std::string> words, const Surroundings& surroundings);
int show_command(std::vector<std::string> words, const Surroundings& surroundings);
int report_command(std::vector<std::string> words, const Surroundings& surroundings);
int figures_command(std::vector<std::string> words, const Surroundings& surroundings);
int export_command(std::vector<std::string> words, const Surroundings& surroundings);
int encode_command(std::vector<std::string> words, const Surroundings& surroundings);
int list_command(std::vector<std::string> words, const Surroundings& surroundings);
int compare_command(std::vector<std::string> words, const Surroundings& surroundings);
int layers_command(std::vector<std::string> words, const Surroundings& surroundings);
int check_command(std::vector<std::string> words, const Surroundings& surroundings);
int heads_command(std::vector<std::string> words, const Surroundings& surroundings);
int describe_command(std::vector<std::string> words, const Surroundings& surroundings);
int agreement_command(std::vector<std::string> words, const Surroundings& surroundings);
int make_command(std::vector<std::string> words, const Surroundings& surroundings);
int negate_command(std::vector<std::string> words, const Surroundings& surroundings);
int rate_command(std::vector<std::string> words, const Surroundings& surroundings);
int roles_command(std::vector<std::string> words, const Surroundings& surroundings);
int pull_command(std::vector<std::string> words, const Surroundings& surroundings);
int serve_command(std::vector<std::string> words, const Surroundings& surroundings);
int store_command(std::vector<std::string> words, const Surroundings& surroundings);

}  // namespace sonde
