#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sonde {

// Items chosen by words: ids, or FIRST-LAST of ids that are whole numbers.
class ItemChoice {
 public:
  explicit ItemChoice(const std::vector<std::string>& words);
  // Whether a word names the item. Remembers which did.
  bool names(const std::string& item);
  // Errors: kUsage for a word that named no item yet.
  void check_used() const;

 private:
  struct Rule {
    std::string word;
    std::uint64_t first = 1, last = 0;  // no number is between them
    bool used = false;
  };
  static Rule rule(const std::string& word);

  std::vector<Rule> rules_;
};

}  // namespace sonde
