#include "scorers/role_sentences.h"

#include <cstddef>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

std::vector<std::string> lower_words(std::string_view text) {
  const std::string lower = lower_case(text);
  std::vector<std::string_view> words;
  split_words(lower, words);
  return {words.begin(), words.end()};
}

bool shares_half_its_words(const RoleFrame& frame, const std::string& sentence) {
  const auto words = lower_words(sentence);
  const std::set<std::string> known(words.begin(), words.end());
  std::size_t all = 0, shared = 0;
  for (const auto& phrase : frame.phrases) {
    for (const auto& word : lower_words(phrase)) {
      ++all;
      shared += known.contains(word) ? 1U : 0U;
    }
  }
  return 2 * shared >= all;
}

class RoleCheck {
 public:
  void add(const Item& item, const RoleRows& roles) {
    for (std::size_t i = 0; i < item.rows.size(); ++i) {
      const auto& at = item.rows[i].at;
      const std::size_t row = item.first_row + i;
      if (at.size() != 2 || row >= roles.rows()) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        add(item.texts[at[side]].text, roles.at(row, side), row);
      }
    }
  }

  void throw_if_strange(const std::string& file) const {
    if (strange_ <= 1 || 10 * strange_ <= frames_) return;
    throw input_error("has the roles of other sentences: in " + std::to_string(strange_) + " of " +
                          std::to_string(frames_) + " most words do not occur",
                      {file, 0, {}, first_strange_},
                      "give the roles in the data set's order, or use check=none");
  }

 private:
  void add(const std::string& sentence, const RoleFrame& frame, std::size_t row) {
    ++frames_;
    if (shares_half_its_words(frame, sentence)) return;
    if (++strange_ == 1) first_strange_ = std::to_string(row + 1);
  }

  std::size_t frames_ = 0, strange_ = 0;
  std::string first_strange_;  // place
};

}  // namespace

void check_roles(const std::string& file, const RoleRows& roles, const ScorerContext& context) {
  if (!context.items) throw usage_error("the sentences of '" + context.dataset + "' aren't known");
  RoleCheck check;
  context.items([&](std::span<const Item> items) {
    for (const auto& item : items) check.add(item, roles);
  });
  check.throw_if_strange(file);
}

}  // namespace sonde
