#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/atomic_file.h"
#include "store/database/sqlite.h"
#include "store/runs/run_parts.h"

namespace sonde {

// Writes a new file of parts, each with its checksum, in one transaction. Errors: kOutside.
class PartsWriter {
 public:
  PartsWriter(const std::filesystem::path& file, const Schema& schema);

  void add_json(const PartKey& key, const std::string& json);
  void add_bytes(const PartKey& key, std::string_view bytes);
  void add_numbers(const PartKey& key, const std::vector<double>& numbers) {
    add_bytes(key, to_bytes(numbers));
  }
  void finish();

 private:
  void add(const PartKey& key, std::string_view body);

  NewFile file_;
  std::optional<Database> database_;
  std::optional<Statement> add_;
};

// Reads such a file, which must not be written meanwhile.
class PartsReader {
 public:
  PartsReader(const std::filesystem::path& file, const Schema& schema);

  SchemaStanding standing() const { return standing_; }
  // How many parts there are. Errors: Malformed.
  std::uint64_t count();
  // A part's body. Nothing if it is missing. Errors: Malformed if it is damaged.
  std::optional<std::string> find(const PartKey& key);
  // The same, but Malformed if it is missing.
  std::string body(const PartKey& key);

 private:
  Database database_;
  SchemaStanding standing_;
  std::unique_ptr<Statement> find_;
};

}  // namespace sonde
