#include "store/runs/run_parts.h"

#include <bit>
#include <cstring>

namespace sonde {

const Schema kRunSchema{
    0x736e7200,  // "snr"
    2,           // 1 had neither series nor left_out, at first no noise_floor
    1,
    "CREATE TABLE parts(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, task INTEGER NOT NULL, "
    "subject INTEGER NOT NULL, measurement INTEGER NOT NULL, block INTEGER NOT NULL, "
    "checksum BLOB NOT NULL, body NOT NULL);\n"
    "CREATE UNIQUE INDEX parts_key ON parts(kind, task, subject, measurement, block);\n"};

std::string part_checksum(const PartKey& key, std::string_view body) {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  return std::string(digest_of("part 1", key.kind, number(key.task), number(key.subject),
                               number(key.measurement), number(key.block), body)
                         .short_key());
}

Statement& bind(Statement& statement, const PartKey& key) {
  return statement.bind_text(1, key.kind)
      .bind(2, key.task)
      .bind(3, key.subject)
      .bind(4, static_cast<std::int64_t>(key.measurement))
      .bind(5, static_cast<std::int64_t>(key.block));
}

static_assert(std::endian::native == std::endian::little && sizeof(double) == 8,
              "numbers are stored little-endian");

std::string to_bytes(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

std::vector<double> numbers_from_bytes(std::string_view bytes) {
  if (bytes.size() % sizeof(double) != 0) throw Malformed("a column ends within a number");
  std::vector<double> numbers(bytes.size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace sonde
