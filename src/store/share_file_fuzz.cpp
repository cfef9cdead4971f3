// Bytes that claim to be a part of a run. Input that does not begin as a database is a list of
// parts, one a line: KIND TASK SUBJECT MEASUREMENT BLOCK BODY; they get right checksums, so that
// what they say is read. A body that begins with 'x' is written in hexadecimal.
#include <cstdlib>
#include <sstream>

#include "sonde/error.h"
#include "store/hostile_run.h"
#include "store/share_samples.h"

namespace {

using namespace sonde;

const char* kind_named(const std::string& name) {
  for (const char* kind :
       {"head", "vectors", "block", "values", "remarks", "rows", "scored", "flaws"}) {
    if (name == kind) return kind;
  }
  return "other";
}

std::string body_of(const std::string& text) {
  if (!text.starts_with('x')) return text;
  std::string bytes;
  for (std::size_t i = 1; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(std::strtol(text.substr(i, 2).c_str(), nullptr, 16));
  }
  return bytes;
}

samples::HostileParts parts_of(const std::string& text) {
  samples::HostileParts parts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string kind;
    PartKey key{""};
    fields >> kind >> key.task >> key.subject >> key.measurement >> key.block;
    if (!fields) continue;
    key.kind = kind_named(kind);
    fields.ignore();
    std::string body;
    std::getline(fields, body);
    parts.emplace_back(key, body_of(body));
  }
  return parts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const samples::Folder folder;
  const auto file = folder / "part";
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::filesystem::remove(file);
  if (bytes.starts_with("SQLite format 3")) {
    samples::write_file(file, bytes);
  } else {
    samples::write_parts(file, parts_of(bytes), kShareSchema);
  }
  try {
    samples::read_share(file);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) std::abort();
  }
  return 0;
}
