#include "outside/replies/ledger.h"

#include <cstdint>
#include <cstdlib>

#include "formats/utf8.h"

namespace {

bool is_same(const sonde::LedgerRecord& a, const sonde::LedgerRecord& b) {
  return a.question.url == b.question.url && a.question.body == b.question.body &&
         a.question.draw == b.question.draw && a.answer == b.answer;
}

void check_round_trip(const sonde::LedgerRecord& record) {
  const std::string line = sonde::ledger_line(record);
  if (line.find('\n') != line.size() - 1) std::abort();
  const auto read = sonde::read_ledger_line({line.data(), line.size() - 1});
  if (!read || !is_same(*read, record)) std::abort();
  const auto cut = sonde::read_ledger_line({line.data(), line.size() - 2});
  if (cut) std::abort();
}

}  // namespace

// Reads it as a line, and as texts of a record.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto record = sonde::read_ledger_line(bytes)) check_round_trip(*record);
  const std::string text(bytes);
  if (sonde::find_invalid_utf8(text) == text.npos) {
    check_round_trip({{"http://a", text, size}, text});
  }
  return 0;
}
