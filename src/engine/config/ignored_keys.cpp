#include "engine/config/ignored_keys.h"

#include <algorithm>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {

IgnoredKeys::IgnoredKeys(std::string_view list) {
  for (const auto part : parts_of(list, ',')) {
    const std::string key(part);
    if (key.empty()) {
      throw usage_error("option ignore names an empty key", "write ignore=KEY or ignore=KEY,KEY");
    }
    if (!keys_->try_emplace(key).second) {
      throw usage_error("option ignore names '" + key + "' twice", "name it once");
    }
  }
}

bool IgnoredKeys::pass_over(const std::string& key) const {
  const auto found = keys_->find(key);
  if (found == keys_->end()) return false;
  found->second.use = Use::kPassedOver;
  return true;
}

void IgnoredKeys::look_in(const JsonFields& fields) const {
  const auto unread = fields.unread();
  for (auto& [key, found] : *keys_) {
    if (!fields.names(key)) continue;
    const bool is_read = std::ranges::find(unread, key) == unread.end();
    const Use use = is_read ? Use::kRead : Use::kUnread;
    if (found.use < use) found = {use, fields.file()};
  }
}

void IgnoredKeys::done() const {
  for (const auto& [key, found] : *keys_) {
    if (found.use == Use::kRead) {
      throw usage_error("option ignore=" + key + ": sonde reads '" + key + "' of " + found.file +
                            " and cannot pass over it",
                        "leave the key out of ignore");
    }
    if (found.use == Use::kMissing) {
      throw usage_error(
          "option ignore=" + key + ": no file of the folder has the key '" + key + "'",
          "leave the key out of ignore");
    }
  }
}

}  // namespace sonde
