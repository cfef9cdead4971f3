#include "formats/json.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "formats/file_bytes.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kDeepest = 64;
constexpr const char* kAdvice = "the file is damaged or of another kind; fetch it again";

Place place_of(std::string_view text, std::size_t offset, const std::string& file) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  return {file, 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'))};
}

// Before parsing, so that what walks the document later may recurse.
void check_depth(std::string_view text, const std::string& file) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      continue;
    } else if ((c == '{' || c == '[') && ++depth > kDeepest) {
      throw input_error("JSON is nested more than 64 deep", place_of(text, i, file), kAdvice);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
}

// Refuses a key that its object has already: readers differ in which one counts.
class UniqueKeys {
 public:
  explicit UniqueKeys(const std::string& file) : file_(file) {}

  bool operator()(int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) {
      keys_.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      keys_.pop_back();
    } else if (event == json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) {
        throw input_error("JSON has the key '" + key.substr(0, 80) + "' twice in one object",
                          {file_}, "remove one");
      }
    }
    return true;
  }

 private:
  std::string file_;
  std::vector<std::unordered_set<std::string>> keys_;
};

// The parser's reason without its position and without the bytes it read last.
std::string reason(std::string_view what) {
  const auto colon = what.find(": ");
  if (colon != what.npos) what.remove_prefix(colon + 2);
  return std::string(what.substr(0, what.find("; last read")));
}

}  // namespace

json parse_json(std::string_view text, const std::string& file) {
  check_depth(text, file);
  try {
    return json::parse(text, UniqueKeys(file));
  } catch (const json::parse_error& error) {
    const std::size_t at = error.byte == 0 ? 0 : error.byte - 1;
    throw input_error("is not valid JSON: " + reason(error.what()), place_of(text, at, file),
                      kAdvice);
  } catch (const json::out_of_range&) {
    throw input_error("is not valid JSON: a number is too large", {file}, kAdvice);
  }
}

json read_json(const std::filesystem::path& file, std::size_t limit) {
  return parse_json(read_file(file, limit), file.string());
}

}  // namespace sonde
