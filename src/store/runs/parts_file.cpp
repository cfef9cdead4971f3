#include "store/runs/parts_file.h"

namespace sonde {

PartsWriter::PartsWriter(const std::filesystem::path& file, const Schema& schema) : file_(file) {
  database_.emplace(file_.temporary(), Access::kExclusive);
  database_->run("BEGIN");
  create(*database_, schema);
  add_.emplace(*database_,
               "INSERT INTO parts(kind, task, subject, measurement, block, checksum, body) "
               "VALUES(?, ?, ?, ?, ?, ?, ?)");
}

void PartsWriter::add_json(const PartKey& key, const std::string& json) {
  add_->bind_text(7, json);
  add(key, json);
}

void PartsWriter::add_bytes(const PartKey& key, std::string_view bytes) {
  add_->bind_blob(7, bytes);
  add(key, bytes);
}

void PartsWriter::finish() {
  add_.reset();
  database_->run("COMMIT");
  database_.reset();
  file_.commit();
}

void PartsWriter::add(const PartKey& key, std::string_view body) {
  const std::string checksum = part_checksum(key, body);
  bind(*add_, key).bind_blob(6, checksum).run();
}

PartsReader::PartsReader(const std::filesystem::path& file, const Schema& schema)
    : database_(file, Access::kImmutable), standing_(standing_of(database_, schema)) {
  if (standing_ == SchemaStanding::kOurs) {
    find_ = std::make_unique<Statement>(database_, kFindPart);
  }
}

std::uint64_t PartsReader::count() {
  return static_cast<std::uint64_t>(database_.number("SELECT count(*) FROM parts"));
}

std::optional<std::string> PartsReader::find(const PartKey& key) {
  find_->reset();
  if (!bind(*find_, key).step()) return std::nullopt;
  std::string found(find_->text_or_blob(1));
  require(find_->blob(0) == part_checksum(key, found), "a checksum is wrong");
  return found;
}

std::string PartsReader::body(const PartKey& key) {
  auto found = find(key);
  require(found.has_value(), "a part is missing");
  return *std::move(found);
}

}  // namespace sonde
