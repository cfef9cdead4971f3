// Bytes that claim to be a run file. Input that does not begin as a database
// is a list of parts, one a line: KIND TASK SUBJECT MEASUREMENT BLOCK BODY;
// they get right checksums, so that what they say is read.
#include <cstdlib>
#include <sstream>

#include "sonde/error.h"
#include "store/hostile_run.h"
#include "store/run_samples.h"

namespace {

using namespace sonde;

const char* kind_named(const std::string& name) {
  for (const char* kind :
       {"head", "items", "measurements", "fitted", "remarks", "results", "series"}) {
    if (name == kind) return kind;
  }
  return "other";
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
    parts.emplace_back(key, std::move(body));
  }
  return parts;
}

// A row of every item must be safe to follow.
void use(const samples::WholeRun& run) {
  for (const auto& items : run.items) {
    for (const Item& item : items) {
      for (const Row& row : item.rows) {
        for (const auto at : row.at) {
          if (item.texts.at(at).text.size() > SIZE_MAX / 2) std::abort();
        }
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const samples::Folder folder;
  const auto file = folder / "run";
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::filesystem::remove(file);
  if (bytes.starts_with("SQLite format 3")) {
    samples::write_file(file, bytes);
  } else {
    samples::write_parts(file, parts_of(bytes));
  }
  try {
    use(samples::read_run(*open_run_file(file)));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) std::abort();
  }
  return 0;
}
