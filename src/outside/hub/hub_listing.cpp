#include "outside/hub/hub_listing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/parse.h"
#include "formats/json/json.h"
#include "outside/http/quoted_text.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kMostFiles = 20000;
constexpr std::size_t kLongestName = 1000;                  // bytes
constexpr std::uint64_t kLargest = std::uint64_t{1} << 42;  // bytes of a file

bool is_hexadecimal(const std::string& text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool stays_within(const std::string& name) {
  if (name.empty() || name.size() > kLongestName) return false;
  if (std::ranges::any_of(name,
                          [](char c) { return (c >= 0 && c < ' ') || c == '\\' || c == '\x7f'; })) {
    return false;
  }
  const auto parts = parts_of(name, '/');
  return std::ranges::none_of(
      parts, [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
}

class ListingReader {
 public:
  ListingReader(std::string_view body, const std::string& url) : body_(body), url_(url) {}

  HubListing read() const {
    const json document = parsed();
    HubListing listing;
    listing.commit = text(document, "sha");
    if (!is_hexadecimal(listing.commit, 40)) fail("its answer names no commit");
    const auto siblings = document.find("siblings");
    if (siblings == document.end() || !siblings->is_array()) fail("its answer lists no files");
    if (siblings->size() > kMostFiles)
      fail("its answer lists more than " + std::to_string(kMostFiles) + " files");
    for (const auto& entry : *siblings) listing.files.push_back(file(entry));
    return listing;
  }

 private:
  json parsed() const {
    try {
      json document = parse_json(body_, url_);
      if (document.is_object()) return document;
    } catch (const Error&) {
    }
    fail("did not answer with a JSON object");
  }

  HubFile file(const json& entry) const {
    if (!entry.is_object()) fail("its answer lists something that is not a file");
    HubFile file{text(entry, "rfilename")};
    if (!stays_within(file.name)) fail("it lists the file " + shown(file.name));
    const auto size = entry.find("size");
    if (size == entry.end() || !size->is_number_unsigned() || *size > kLargest) {
      fail("it gives no size of " + shown(file.name));
    }
    file.size = size->get<std::uint64_t>();
    const auto large = entry.find("lfs");
    if (large != entry.end() && large->is_object()) {
      file.sha256 = text(*large, "sha256");
      if (!is_hexadecimal(file.sha256, 64)) fail("it gives no SHA-256 of " + shown(file.name));
    } else {
      file.git = text(entry, "blobId");
      if (!is_hexadecimal(file.git, 40)) fail("it gives no hash of " + shown(file.name));
    }
    return file;
  }

  static std::string text(const json& object, const char* name) {
    const auto found = object.find(name);
    const bool there = found != object.end() && found->is_string();
    return there ? found->get<std::string>() : std::string();
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw outside_error(what + ": " + shown(body_), {url_},
                        "is this a hub of Hugging Face's form?");
  }

  std::string_view body_;
  const std::string& url_;
};

}  // namespace

HubListing read_hub_listing(std::string_view body, const std::string& url) {
  return ListingReader(body, url).read();
}

}  // namespace sonde
