#include "outside/programs/command_words.h"

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kSpace = " \t\n";

class CommandReader {
 public:
  explicit CommandReader(std::string_view command) : command_(command), rest_(command) {}

  bool at_word() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size()));
    return !rest_.empty();
  }

  std::string word() {
    std::string word;
    while (!rest_.empty() && kSpace.find(rest_.front()) == kSpace.npos) {
      const char c = take();
      if (c == '\'' || c == '"') {
        quoted(c, word);
      } else {
        word += c == '\\' ? take() : c;
      }
    }
    return word;
  }

 private:
  void quoted(char quote, std::string& word) {
    for (char c = take(); c != quote; c = take()) {
      const bool escapes = quote == '"' && c == '\\' && !rest_.empty() &&
                           (rest_.front() == '"' || rest_.front() == '\\');
      word += escapes ? take() : c;
    }
  }

  char take() {
    if (rest_.empty()) {
      throw usage_error("the command '" + std::string(command_) + "' ends within a quotation",
                        "close the quote, or write \\ before it");
    }
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::string_view command_;
  std::string_view rest_;
};

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  CommandReader reader(command);
  while (reader.at_word()) words.push_back(reader.word());
  if (words.empty() || words.front().empty()) {
    throw usage_error("no command in '" + std::string(command) + "'",
                      "write for instance exec:python3 my_encoder.py");
  }
  return words;
}

}  // namespace sonde
