#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/config/json_fields.h"

namespace sonde {

// Keys of a folder's files that the user declares irrelevant (`ignore=`), and what the readers of
// the folder found of them. Copies share that.
class IgnoredKeys {
 public:
  IgnoredKeys() = default;
  // `list`: KEY,KEY. Errors: kUsage for an empty key and for one that is named twice.
  explicit IgnoredKeys(std::string_view list);

  // Whether the key, which would be an error otherwise, is one of them.
  bool pass_over(const std::string& key) const;
  // Records which of them these fields have. Comes after the fields were read.
  void look_in(const JsonFields& fields) const;
  // Comes after the whole folder was read. Errors: kUsage for a key that sonde reads and for a key
  // that the folder does not have, since ignoring either changes nothing.
  void done() const;

 private:
  enum class Use { kMissing, kUnread, kRead, kPassedOver };
  struct Found {
    Use use = Use::kMissing;
    std::string file{};  // that it was read from
  };

  std::shared_ptr<std::map<std::string, Found>> keys_ =
      std::make_shared<std::map<std::string, Found>>();
};

}  // namespace sonde
