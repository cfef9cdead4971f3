#include <cstdint>
#include <cstdlib>
#include <functional>
#include <sstream>

#include "roles/role_file.h"
#include "sonde/error.h"

namespace {

sonde::RoleRows tsv_of(const std::string& text) {
  std::istringstream in(text);
  return sonde::read_roles_tsv(in, "fuzz");
}

// Roles that were read are read again from what is written of them in either form, as the same.
void check(const std::function<sonde::RoleRows()>& read) {
  sonde::RoleRows roles;
  try {
    roles = read();
  } catch (const sonde::Error&) {
    return;
  }
  if (sonde::parse_roles_json(roles_json(roles), "fuzz") != roles) std::abort();
  if (tsv_of(roles_tsv(roles)) != roles) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check([&] { return sonde::parse_roles_json(text, "fuzz"); });
  check([&] { return tsv_of(text); });
  return 0;
}
