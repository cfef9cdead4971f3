#include "workshop/makers/fusions/fusion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parse.h"
#include "sonde/error.h"
#include "text/sentences.h"
#include "text/unicode.h"

namespace sonde {
namespace {

struct Quotes {
  std::string_view open, close;
};
constexpr std::array kQuotes{Quotes{"\"", "\""},
                             Quotes{"'", "'"},
                             Quotes{"`", "`"},
                             Quotes{"\xe2\x80\x9c", "\xe2\x80\x9d"},  // English
                             Quotes{"\xe2\x80\x98", "\xe2\x80\x99"},  // single
                             Quotes{"\xe2\x80\x9e", "\xe2\x80\x9c"},  // German
                             Quotes{"\xe2\x80\x9e", "\xe2\x80\x9d"},  // Dutch
                             Quotes{"\xc2\xab", "\xc2\xbb"}};         // French

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// Removes quotes around the whole text: between "A" and "B" they aren't.
std::string_view unquoted(std::string_view text) {
  for (const auto& [open, close] : kQuotes) {
    const bool around = text.size() >= open.size() + close.size() && text.starts_with(open) &&
                        text.ends_with(close);
    if (!around) continue;
    const auto inner = text.substr(open.size(), text.size() - open.size() - close.size());
    if (!holds(inner, open) && !holds(inner, close)) return trimmed(inner);
  }
  return text;
}

// Models that think aloud write it first.
std::string_view without_thinking(std::string_view text) {
  constexpr std::string_view kOpen = "<think>", kClose = "</think>";
  if (!text.starts_with(kOpen)) return text;
  const auto end = text.find(kClose);
  return end == text.npos ? std::string_view() : trimmed(text.substr(end + kClose.size()));
}

// Controls of C0 but white space, DEL, and C1 (U+0080 to U+009F, in UTF-8 from c2 80 on).
bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_space = byte == '\t' || byte == '\n' || byte == '\r';
    if ((byte < 0x20 && !is_space) || byte == 0x7f) return true;
    if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0)
      return true;
  }
  return false;
}

bool is_html(std::string_view text) {
  const std::string start = lower_case(text.substr(0, 14));
  return start.starts_with("<!doctype") || start.starts_with("<html");
}

std::string why_unusable(const ChatAnswer& answer, std::string_view text) {
  if (!answer.refusal.empty()) return "refused";
  if (answer.finish == "length") return "cut short by the server's limit";
  if (text.empty()) return "empty";
  if (has_control(text)) return "holds control characters";
  if (is_html(text)) return "HTML";
  if (text.find_first_of("\r\n") != text.npos) return "several lines";
  if (text.size() > kLongestFusion) return "longer than 64 KiB";
  return {};
}

}  // namespace

void check_prompt(const FusionPrompt& prompt) {
  for (const char* mark : {"{A}", "{B}"}) {
    if (holds(prompt.system, mark) || holds(prompt.user, mark)) continue;
    throw usage_error(std::string(mark) + " is neither in the system message nor in the prompt",
                      "{A} and {B} are the sentences, {limit} is the word limit");
  }
}

std::string filled(std::string_view form, std::string_view a, std::string_view b,
                   std::uint64_t limit) {
  const std::string number = std::to_string(limit);
  struct Mark {
    std::string_view name, value;
  };
  const std::array marks{Mark{"{A}", a}, Mark{"{B}", b}, Mark{"{limit}", number}};
  std::string text;
  while (!form.empty()) {
    const auto mark =
        std::ranges::find_if(marks, [&](const Mark& one) { return form.starts_with(one.name); });
    if (mark != marks.end()) {
      text += mark->value;
      form.remove_prefix(mark->name.size());
    } else {
      text += form.front();
      form.remove_prefix(1);
    }
  }
  return text;
}

std::uint64_t word_limit(double share, std::uint64_t words) {
  constexpr double kRounding = 1e-9;  // 0.29 x 100 is 29
  const double limit = std::floor(share * static_cast<double>(words) + kRounding);
  return limit < 1 ? 1 : static_cast<std::uint64_t>(limit);
}

Fusion fusion_of(const ChatAnswer& answer) {
  const auto text = without_thinking(trimmed(answer.text));
  Fusion fusion;
  fusion.unusable = why_unusable(answer, text);
  fusion.sentence = spaced_once(unquoted(text));
  if (fusion.unusable.empty() && fusion.sentence.empty()) fusion.unusable = "empty";
  return fusion;
}

}  // namespace sonde
