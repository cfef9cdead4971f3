#include "encoders/transformer/pasted_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/parse.h"
#include "data/spec_text.h"
#include "outside/hub/hub_name.h"
#include "sonde/error.h"
#include "text/invisible.h"
#include "text/unicode.h"

namespace sonde {
namespace {

using Parts = std::vector<std::string_view>;

template <std::size_t kSize>
bool is_one_of(const std::array<std::string_view, kSize>& all, std::string_view one) {
  return std::ranges::find(all, one) != all.end();
}

// The text itself if a % is not followed by two digits.
std::string decoded(std::string_view text) {
  try {
    return percent_decoded(text);
  } catch (const Error&) {
    return std::string(text);
  }
}

// [NAME](ADDRESS) of Markdown.
std::string link_target(const std::string& text, std::string_view) {
  const auto between = text.find("](");
  if (!text.starts_with('[') || between == text.npos) return text;
  return text.substr(between + 2, text.find(')', between) - between - 2);
}

std::string without_wrapping(const std::string& text, std::string_view) {
  constexpr std::array<std::string_view, 28> kAround{
      " ", "\t",     "\r",     "\n",     "\u00a0", "\u2009", "\u202f", "\u3000", "'", "\"",
      "`", "\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u00ab", "\u00bb", "<", ">",
      "(", ")",      "[",      "]",      "*",      ",",      ";",      "|"};
  std::string_view inner = text;
  for (std::size_t before = 0; before != inner.size();) {
    before = inner.size();
    for (const auto mark : kAround) {
      if (inner.starts_with(mark)) inner.remove_prefix(mark.size());
      if (inner.ends_with(mark)) inner.remove_suffix(mark.size());
    }
  }
  return std::string(inner);
}

// The character that a name has in place of this one: word processors change dashes, Windows
// separates by backslashes, and some characters have no width.
std::string_view plain_form(std::string_view character, char32_t c) {
  if ((c >= U'\u2010' && c <= U'\u2015') || c == U'\u2212') return "-";
  if (c == U'\\') return "/";
  return is_invisible(character) && !is_space(c) ? "" : character;
}

std::string with_plain_characters(const std::string& text, std::string_view) {
  std::string plain;
  for (std::size_t at = 0, next = 0; at < text.size(); at = next) {
    const char32_t c = next_code_point(text, next);
    const bool is_doubled = c == U'\\' && at > 0 && text[at - 1] == '\\';  // in a quoted text
    if (!is_doubled) plain += plain_form(std::string_view(text).substr(at, next - at), c);
  }
  return plain;
}

std::string without_kind(const std::string& text, std::string_view kind) {
  const std::string prefix = std::string(kind) + ":";
  return text.starts_with(prefix) && !text.starts_with(prefix + "//") ? text.substr(prefix.size())
                                                                      : text;
}

// The path in an address of the hub, or nothing for other texts.
std::optional<std::string> path_on_hub(std::string_view text) {
  constexpr std::array<std::string_view, 3> kSchemes{"https://", "http://", "ssh://"};
  constexpr std::array<std::string_view, 8> kHubs{
      "huggingface.co/", "www.huggingface.co/", "hf.co/",     "hf-mirror.com/",
      "hf://",           "git@huggingface.co:", "git@hf.co:", "git@hf.co/"};
  std::string lower = lower_case(text);
  for (const auto scheme : kSchemes) {
    if (!lower.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    lower.erase(0, scheme.size());
    break;
  }
  lower += '/';  // a host alone
  const auto* hub = std::ranges::find_if(kHubs, [&](auto one) { return lower.starts_with(one); });
  if (hub == kHubs.end()) return std::nullopt;
  return std::string(text.substr(std::min(hub->size(), text.size())));
}

// ORG/NAME[@REVISION] of a path such as ORG/NAME/tree/REVISION, or empty.
std::string model_on_hub(std::string_view path) {
  constexpr std::array<std::string_view, 10> kOtherPages{
      "datasets", "spaces", "collections", "docs", "papers",
      "blog",     "learn",  "tasks",       "api",  "settings"};
  constexpr std::array<std::string_view, 5> kOfRevision{"tree", "blob", "resolve", "raw", "commit"};
  path = path.substr(0, path.find_first_of("#?"));
  for (const std::string_view models : {"api/", "models/"}) {
    if (path.starts_with(models)) path.remove_prefix(models.size());
  }
  const Parts parts = parts_of(path, '/');
  if (parts.size() < 2 || is_one_of(kOtherPages, parts[0])) return {};
  const std::string model = std::string(parts[0]) + "/" + std::string(parts[1]);
  if (parts.size() < 4 || !is_one_of(kOfRevision, parts[2]) || parts[3] == "main") return model;
  return model + "@" + decoded(parts[3]);
}

std::string model_of_address(const std::string& text, std::string_view) {
  const auto path = path_on_hub(text);
  const std::string model = path ? model_on_hub(*path) : "";
  return model.empty() ? text : model;
}

std::string path_of_url(const std::string& text, std::string_view) {
  constexpr std::string_view kFile = "file://", kHost = "localhost/";
  if (!lower_case(text).starts_with(kFile)) return text;
  std::string_view path = std::string_view(text).substr(kFile.size());
  if (path.starts_with(kHost)) path.remove_prefix(kHost.size() - 1);
  return decoded(path);
}

// .../models--ORG--NAME/snapshots/COMMIT, whole or in part.
std::string model_of_cache(const std::string& text, std::string_view) {
  const Parts parts = parts_of(text, '/');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string model = model_of_hub_folder(parts[i]);
    if (model.empty()) continue;
    if (i + 2 >= parts.size() || parts[i + 1] != "snapshots") return model;
    const std::string commit(parts[i + 2]);
    return is_commit(commit) ? model + "@" + commit : model;
  }
  return text;
}

std::string without_end(const std::string& text, std::string_view) {
  std::string_view rest = text;
  rest = rest.substr(0, rest.find_last_not_of("/.") + 1);
  if (rest.ends_with(".git")) rest.remove_suffix(4);
  return std::string(rest);
}

struct PastingStep {
  std::string_view fault;
  std::string (*undo)(const std::string& text, std::string_view kind);
};

constexpr std::array kPastingSteps{
    PastingStep{"is a link of Markdown", link_target},
    PastingStep{"has blanks, quotes or other marks around it", without_wrapping},
    PastingStep{"has characters that a model's name cannot have", with_plain_characters},
    PastingStep{"names the kind of encoder once more", without_kind},
    PastingStep{"is the address of a page", model_of_address},
    PastingStep{"is the URL of a folder", path_of_url},
    PastingStep{"is a path of the Hugging Face cache", model_of_cache},
    PastingStep{"ends in a slash, a full stop or .git", without_end},
};

}  // namespace

PastedText read_pasted_text(std::string_view kind, const std::string& text) {
  PastedText pasted{text};
  for (std::size_t i = 0; i < kPastingSteps.size();) {
    std::string meant = kPastingSteps[i].undo(pasted.meant, kind);
    const bool changes = !meant.empty() && meant != pasted.meant;
    if (changes) {
      if (pasted.fault.empty()) pasted.fault = kPastingSteps[i].fault;
      pasted.meant = std::move(meant);
    }
    i = changes ? 0 : i + 1;
  }
  return pasted;
}

bool is_hub_address(std::string_view text) { return path_on_hub(text).has_value(); }

}  // namespace sonde
