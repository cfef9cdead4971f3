#include "scorers/role_sentences.h"

#include <set>
#include <string_view>
#include <vector>

#include "sonde/error.h"
#include "text/unicode.h"
#include "text/words.h"

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

}  // namespace

void RoleCheck::add(const std::string& sentence, const RoleFrame& frame, std::size_t row) {
  ++frames_;
  if (shares_half_its_words(frame, sentence)) return;
  if (++strange_ == 1) first_strange_ = std::to_string(row + 1);
}

void RoleCheck::add(const Item& item, const RoleRows& roles) {
  if (file_.empty()) return;
  for (std::size_t i = 0; i < item.rows.size(); ++i) {
    const auto& at = item.rows[i].at;
    const std::size_t row = item.first_row + i;
    if (at.size() != 2 || row >= roles.rows()) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      add(item.texts[at[side]].text, roles.at(row, side), row);
    }
  }
}

void RoleCheck::check() const {
  if (strange_ <= 1 || 10 * strange_ <= frames_) return;
  throw input_error("has the roles of other sentences: in " + std::to_string(strange_) + " of " +
                        std::to_string(frames_) + " most words do not occur",
                    {file_, 0, {}, first_strange_},
                    "give the roles in the data set's order, or say check=none");
}

}  // namespace sonde
