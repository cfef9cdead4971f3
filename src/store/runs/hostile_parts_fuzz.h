// Fuzz targets of files of parts. Input that does not begin as a database is a list of parts, one
// per line: KIND TASK SUBJECT MEASUREMENT BLOCK BODY. They get right checksums, so that their
// contents are read. A body that begins with 'x' is written in hexadecimal.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>

#include "sonde/error.h"
#include "store/runs/testing/hostile_run.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde::samples {

inline std::string hostile_body(const std::string& text) {
  if (!text.starts_with('x')) return text;
  std::string bytes;
  for (std::size_t i = 1; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(std::strtol(text.substr(i, 2).c_str(), nullptr, 16));
  }
  return bytes;
}

// Any other kind is "other".
inline HostileParts hostile_parts(const std::string& text,
                                  std::initializer_list<const char*> kinds) {
  HostileParts parts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string named, body;
    PartKey key{"other"};
    fields >> named >> key.task >> key.subject >> key.measurement >> key.block;
    if (!fields) continue;
    for (const char* kind : kinds) {
      if (named == kind) key.kind = kind;
    }
    fields.ignore();
    std::getline(fields, body);
    parts.emplace_back(key, hostile_body(body));
  }
  return parts;
}

// Reads the file that the bytes are, by `read`, which may find that they are bad input and no more.
template <class Read>
void fuzz_parts(const std::uint8_t* data, std::size_t size, const Schema& schema,
                std::initializer_list<const char*> kinds, const Read& read) {
  static const Folder folder;
  const auto file = folder / "file";
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::filesystem::remove(file);
  if (bytes.starts_with("SQLite format 3")) {
    write_file(file, bytes);
  } else {
    write_parts(file, hostile_parts(bytes, kinds), schema);
  }
  try {
    read(file);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) std::abort();
  }
}

}  // namespace sonde::samples
