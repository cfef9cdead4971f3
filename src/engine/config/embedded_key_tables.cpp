#include "engine/config/embedded_key_tables.h"

#include "base/embed.h"

SONDE_EMBED(sonde_known_keys, SONDE_KNOWN_KEYS)
SONDE_EMBED(sonde_default_keys, SONDE_DEFAULT_KEYS)

namespace sonde {

std::string_view known_keys_table() { return {sonde_known_keys_begin, sonde_known_keys_end}; }

std::string_view default_keys_table() { return {sonde_default_keys_begin, sonde_default_keys_end}; }

}  // namespace sonde
