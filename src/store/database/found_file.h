#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "store/database/schema.h"

namespace sonde {

// Files at the place of a sonde database, now or later: they may be anyone's. Errors of all:
// kOutside, the disk cannot read it.

// Its first bytes, at most `count`. Errors: those of OpenFile.
std::string first_bytes(const std::filesystem::path& file, std::size_t count);

// Whether its header marks it as one of the schema's family.
bool is_marked(const std::filesystem::path& file, const Schema& schema);
// Whether it is so marked, sound or damaged, or a file with nothing in it.
bool is_marked_or_empty(const std::filesystem::path& file, const Schema& schema);

// Whether it may be replaced as one of the schema's: nothing is there, or what never was finished,
// or a database of the family, damaged or not.
bool may_be_replaced(const std::filesystem::path& file, const Schema& schema);

// Removes a database and the files next to it.
void remove_database(const std::filesystem::path& file);
// The same for one of the schema. Leaves any other.
void remove_if_ours(const std::filesystem::path& file, const Schema& schema);

}  // namespace sonde
