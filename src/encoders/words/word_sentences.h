#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "encoders/shared/subject_files.h"
#include "encoders/words/words_choice.h"

namespace sonde {

// Sentence vectors from word vectors, in double, before they are rounded.
class WordSentences {
 public:
  WordSentences(WordsChoice choice, const Resources& resources);

  const WordsChoice& choice() const { return choice_; }
  Vocabulary& vocabulary() { return vocabulary_; }
  std::size_t dimension() const;

  // Gives each text's vector, on several threads. Empty if no word is known. `weights`: null for
  // combinations without them.
  using Take = std::function<void(std::size_t text, const Remark&, std::span<double> vector)>;
  void each(std::span<const Text> texts, WordWeights* weights, const Take& take);

  // How often each known word occurs, in lower case unless words are taken as written.
  void tally(std::span<const Text> texts, WordTallies& tallies);
  std::vector<std::string> unknown_words(const Text& text);

  std::span<const Digest> digests() const { return digests_; }  // the files'
  // Errors: kInput if a file was replaced or changed since it was opened.
  void check_unchanged() const { files_.check_unchanged(); }

 private:
  class Gathered;
  void check_size(std::size_t file) const;
  std::size_t size_of_part(std::size_t file) const;
  void read(const Vocabulary::Reading& reading, const WordWeights* weights, const Take& take) const;
  Remark gather(std::span<const std::uint32_t> words, const WordWeights* weights,
                std::vector<Gathered>& by_file) const;
  bool combine(std::vector<Gathered>& by_file, std::span<double> vector) const;

  WordsChoice choice_;
  Vocabulary vocabulary_;
  SubjectFiles files_;
  std::vector<Digest> digests_;
};

}  // namespace sonde
