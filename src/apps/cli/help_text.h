#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/command.h"

namespace sonde {

inline constexpr std::size_t kUnwrapped = std::numeric_limits<std::size_t>::max();

// A list of names and explanations in two columns, wrapped to `width`. A name wider than a third of
// it gets its own line.
std::vector<std::string> help_rows(std::span<const Line> rows, std::size_t width);

// The same with a title, for the end of a command's help.
std::string help_section(const std::string& title, std::span<const Line> rows);

// Wraps a command's help to text_width().
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace sonde
