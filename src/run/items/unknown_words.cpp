#include "run/items/unknown_words.h"

#include <algorithm>
#include <functional>

#include "base/counted.h"

namespace sonde {

void UnknownWords::add(const Text& text) {
  if (encoder_ == nullptr) return;
  for (const auto& word : encoder_->unknown_words(text)) {
    ++counts_[word];
    ++total_;
  }
}

std::vector<UnknownWords::Count> UnknownWords::counts() const {
  std::vector<Count> words;
  for (const auto& [word, count] : counts_) words.emplace_back(count, word);
  std::ranges::stable_sort(words, std::greater(), &Count::first);
  return words;
}

bool UnknownWords::may_be_listed() const {
  const std::pair<std::string, std::string> fitted{"fitted on", "each data set"};
  return std::ranges::none_of(encoder_->views(), [&](const Identity& view) {
    return std::ranges::find(view.facts, fitted) != view.facts.end();
  });
}

std::string UnknownWords::told(const std::string& who) const {
  constexpr std::size_t kShown = 10;
  if (total_ == 0) return {};
  const auto words = counts();
  std::string list;
  for (std::size_t i = 0; i < std::min(kShown, words.size()); ++i) {
    list += (i == 0 ? "" : ", ") + words[i].second + " " + std::to_string(words[i].first);
  }
  return who + ": its vocabulary does not contain " + counted(words.size(), "word") +
         (words.size() == 1 ? ", which occurs " : ", which occur ") + counted(total_, "time") +
         ": " + list +
         (words.size() <= kShown ? ""
          : may_be_listed()      ? ", ... (all: sonde encode --unknown FILE)"
                                 : ", ...");
}

}  // namespace sonde
