#include "encoders/external/command_files.h"

#include <string_view>
#include <system_error>
#include <utility>

#include "outside/programs/child_process.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

bool is_letter(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return (lower >= 'a' && lower <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

bool looks_like_file(std::string_view text) {
  constexpr std::string_view kPlain = "0123456789-_+%.";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter(text[i]) && kPlain.find(text[i]) == kPlain.npos) return true;
    if (text[i] == '.' && i + 1 < text.size() && is_letter(text[i + 1])) return true;
  }
  return false;
}

class Reader {
 public:
  CommandFiles take() { return std::move(found_); }

  void add_program(const std::string& word) {
    const bool is_path = word.find('/') != word.npos;
    if (is_path ? !take_file(word) : !take_program(word)) found_.unseen.push_back(word);
  }

  void add_word(const std::string& word) {
    const bool seen = is_seen(word), program = take_program(word);
    if (!seen && !program) found_.unseen.push_back(word);
  }

 private:
  bool take_file(std::string_view name) {
    std::error_code ignored;
    if (name.empty() || !fs::is_regular_file(name, ignored)) return false;
    found_.files.emplace_back(name);
    return true;
  }

  bool take_program(const std::string& word) {
    const auto file = find_program(word);
    if (file) found_.files.push_back(*file);
    return file.has_value();
  }

  // Whether all files that a text may name are taken.
  bool is_seen(std::string_view text) {
    if (take_file(text)) return true;
    const auto end = text.find_first_of("=,:@");
    if (end == text.npos) return is_part_seen(text);
    const bool first = is_part_seen(text.substr(0, end));
    return is_seen(text.substr(end + 1)) && first;
  }

  bool is_part_seen(std::string_view text) {
    if (take_file(text)) return true;
    const bool is_option = text.size() > 2 && text[0] == '-' && text[1] != '-';
    if (is_option && take_file(text.substr(2))) return true;
    return !is_there(text) && !(is_option && is_there(text.substr(2))) && !looks_like_file(text);
  }

  static bool is_there(std::string_view name) {
    std::error_code ignored;
    return !name.empty() && fs::exists(name, ignored);
  }

  CommandFiles found_;
};

}  // namespace

CommandFiles files_of_command(const std::vector<std::string>& words) {
  Reader reader;
  reader.add_program(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) reader.add_word(words[i]);
  return reader.take();
}

}  // namespace sonde
