#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/report.h"
#include "sonde/resources.h"
#include "sonde/result.h"
#include "sonde/subject.h"

namespace sonde {

// Thrown when --help was requested and printed.
struct HelpShown {};

// A command's option parser, named "sonde NAME".
std::unique_ptr<CLI::App> option_parser(const std::string& command, const std::string& help);

// Refuses options that were given: "OPTION WHY". Errors: kUsage.
void refuse_options(const CLI::App& app, std::initializer_list<const char*> options,
                    const std::string& why);

// Refuses what CLI11 would wrap around or cut: signs, and what 63 bits do not hold. Also what is
// less than `least`.
CLI::Validator whole_number(std::int64_t least = 0);

// Adds --threads. `when`: put before its help.
void add_threads(CLI::App& app, std::size_t& into, const std::string& when = {});

// The help of --replicates: their range and the default.
std::string replicates_help(const std::string& otherwise = std::to_string(kDefaultReplicates));

// That many GiB in bytes, or as many as there are.
std::uint64_t gibibytes(std::uint64_t count);

// Adds what the words name.
void add_specs(std::vector<Spec>& specs, const std::vector<std::string>& words);

// The vector store's file for a word: none, or the cache's if the word is empty.
std::filesystem::path chosen_store(const std::string& word, const Resources& resources);

// How results are shown, as the probes have it.
ShowOptions show_options();

// Prints what a user's files may decide. A terminal gets it without controls, see printable.h. In
// the format "text" they are escaped already, and there are colours. Errors: kOutside.
void print_text(std::string_view text, std::string_view format = "tsv");

// Prints a line on standard error, with the program's name.
void say(std::string_view line);

// Parses the words. Errors: kUsage with CLI11's message, HelpShown.
void parse(CLI::App& app, std::vector<std::string> words);

}  // namespace sonde
