#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "store/database/schema.h"

namespace sonde {

// What is found where a database of ours is, or is to be: it may be anybody's. Errors of all:
// kOutside, the disk cannot read it.

// Its first bytes, at most `count`. Errors: those of OpenFile.
std::string first_bytes(const std::filesystem::path& file, std::size_t count);

// Whether its header says that it is of the schema's family.
bool is_marked(const std::filesystem::path& file, const Schema& schema);
// Whether it is so marked, sound or damaged, or a file with nothing in it.
bool is_marked_or_empty(const std::filesystem::path& file, const Schema& schema);

// Whether it may be replaced as one of the schema's: nothing is there, or what never was finished,
// or a database of the family, damaged or not.
bool may_be_replaced(const std::filesystem::path& file, const Schema& schema);

// Removes a database with what lies beside it.
void remove_database(const std::filesystem::path& file);
// The same for one of the schema; leaves what is none.
void remove_if_ours(const std::filesystem::path& file, const Schema& schema);

}  // namespace sonde
