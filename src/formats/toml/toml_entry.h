// Heavy, as toml.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/at_place.h"
#include "base/names.h"
#include "formats/toml/toml.h"
#include "sonde/error.h"

namespace sonde {

// A key of a TOML document and its value, read as what it should be. Errors of all readers: kInput
// with the key's line.
class TomlEntry {
 public:
  // `page`: of the documentation, cited in errors. File and node must outlive it.
  TomlEntry(const std::string& file, std::string key, const toml::node& node, std::string_view page)
      : file_(&file), key_(std::move(key)), node_(&node), page_(page) {}

  const std::string& key() const { return key_; }
  const toml::node& node() const { return *node_; }
  Place place() const { return {*file_, node_->source().begin.line}; }
  // Another node of the same document.
  TomlEntry at(std::string key, const toml::node& node) const {
    return {*file_, std::move(key), node, page_};
  }
  [[noreturn]] void fail(const std::string& what) const;

  std::string text() const;  // not empty
  bool flag() const;
  double number() const;        // finite, may be a whole one
  std::uint64_t whole() const;  // 0 or more
  // The elements of a list, or itself if it isn't a list.
  std::vector<TomlEntry> each() const;

 private:
  const std::string* file_;
  std::string key_;
  const toml::node* node_;
  std::string_view page_;
};

// Reads each key of a table by its row among `keys`, which have a name and read(entry, into).
// Errors: kInput for an unknown key, with the nearest.
template <class Keys, class Into>
void read_keys(const TomlEntry& document, const toml::table& table, const Keys& keys, Into& into) {
  for (const auto& [key, node] : table) {
    const TomlEntry entry = document.at(std::string(key.str()), node);
    at_place(entry.place(), [&] { find_row(keys, "key", entry.key()).read(entry, into); });
  }
}

}  // namespace sonde
