#include "encoders/transformer/pasted_location.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/default_model.h"
#include "encoders/transformer/pasted_text.h"
#include "formats/foreign_file.h"
#include "formats/shell_word.h"
#include "outside/hub/hub_name.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::string advised(const std::string& kind, const std::string& location) {
  return location == kDefaultEncoder ? location : shell_word(kind + ":" + location);
}

// Models of the caches whose names differ from `name` only in case or add an organisation. Empty if
// one has this very name.
std::vector<std::string> similar_models(const std::string& name, std::span<const fs::path> hubs) {
  std::vector<std::string> models;
  const std::string wanted = lower_case(name);
  for (const auto& hub : hubs) {
    std::error_code ignored;
    for (const auto& folder : fs::directory_iterator(hub, ignored)) {
      const auto model = model_of_hub_folder(folder.path());
      const auto lower = lower_case(model);
      if (model == name) return {};
      if (lower == wanted || lower.ends_with("/" + wanted)) models.push_back(model);
    }
  }
  std::ranges::sort(models);
  return models;
}

void refuse_cache_folder(const std::string& kind, const std::string& location) {
  const fs::path folder = (fs::absolute(location) / "").parent_path();
  const auto model = model_of_hub_folder(folder);
  if (!parse_hub_name(model) || !fs::is_directory(folder / "snapshots")) return;
  throw input_error("is a folder of the Hugging Face cache", {location},
                    "name its model: " + kind + ":" + model);
}

bool is_model_folder(const fs::path& folder) {
  const auto has = [&](const char* name) { return fs::exists(folder / name); };
  return has("config.json") && (has("tokenizer.json") || has("modules.json") ||
                                has("model.safetensors") || has("model.safetensors.index.json"));
}

// The folder of the model that a file belongs to, or empty.
fs::path folder_of(const fs::path& file) {
  const fs::path own = fs::absolute(file).lexically_normal().parent_path();
  for (const auto& folder : {own, own.parent_path()}) {
    if (is_model_folder(folder)) return folder;
  }
  return {};
}

[[noreturn]] void refuse_file(const std::string& kind, const std::string& location) {
  const fs::path folder = folder_of(location);
  const std::string fault = "is a file, not a folder";
  if (folder.empty()) {
    refuse_foreign_format(fs::path(location));
    throw input_error(fault, {location}, "name a folder of a Hugging Face model");
  }
  if (location.ends_with(".onnx")) {
    throw input_error(fault, {location}, "write " + shell_word("onnx:" + location));
  }
  throw input_error(fault, {location},
                    "name the model's folder: " + advised(kind, folder.string()));
}

void refuse_meant(const std::string& kind, const std::string& location, const PastedText& pasted) {
  if (pasted.fault.empty()) return;
  const std::string& meant = pasted.meant;
  if (meant != kDefaultEncoder && !parse_hub_name(meant) && !fs::is_directory(meant)) return;
  throw input_error(std::string(pasted.fault), {location}, "write " + advised(kind, meant));
}

// `meant`: without blanks and quotes around it.
void refuse_url(const std::string& location, const std::string& meant) {
  const std::string lower = lower_case(meant);
  if (is_hub_address(location) || is_hub_address(meant)) {
    throw input_error("is the address of a page, but not of a model's", {location},
                      "name the model as ORG/NAME");
  }
  if (lower_case(location).find("file://") != location.npos) {
    throw input_error("is the URL of a folder that does not exist", {location}, "check the path");
  }
  if (meant.find("://") == meant.npos) return;
  std::string advice = "download the model's folder";
  const auto is_odd = [](char c) { return c <= ' ' || c >= '\x7f'; };
  const bool is_web = lower.starts_with("http://") || lower.starts_with("https://");
  if (is_web && std::ranges::none_of(meant, is_odd)) {
    advice += "; a server is " + shell_word("openai:" + meant + "?model=NAME");
  }
  throw input_error("is a URL, not a folder", {location}, advice);
}

// Only shells expand these.
void refuse_shells(const std::string& kind, const std::string& location, const std::string& meant) {
  constexpr std::string_view kNotInQuotes = "\"`\\!";
  const bool is_home = meant.starts_with("~"), is_variable = meant.starts_with("$");
  if (!is_home && !is_variable) return;
  const std::string fault = is_home
                                ? "begins with ~, which shells expand only at the start of a word"
                                : "begins with $, which shells do not expand in single quotes";
  const bool own = is_variable || meant.size() == 1 || meant[1] == '/';
  const bool can_be_quoted =
      meant.find_first_of(kNotInQuotes) == meant.npos && meant.find('$', 1) == meant.npos;
  if (!own || !can_be_quoted) throw input_error(fault, {location}, "write the folder's whole path");
  const std::string path = is_home ? "$HOME" + meant.substr(1) : meant;
  throw input_error(fault, {location}, "write it in double quotes: \"" + kind + ":" + path + "\"");
}

}  // namespace

void refuse_pasted(const std::string& kind, const std::string& location,
                   std::span<const fs::path> hubs) {
  if (fs::is_directory(location)) return refuse_cache_folder(kind, location);
  if (fs::exists(location)) refuse_file(kind, location);
  if (lower_case(location) == kDefaultEncoder) {
    throw input_error("is an encoder by itself", {location},
                      std::string("write ") + kDefaultEncoder);
  }
  const auto pasted = read_pasted_text(kind, location);
  refuse_meant(kind, location, pasted);
  refuse_url(location, pasted.meant);
  refuse_shells(kind, location, pasted.meant);
  const auto name = parse_hub_name(location);
  const auto models = similar_models(name ? name->model : location, hubs);
  if (!models.empty()) {
    throw input_error(name ? "is written otherwise in the Hugging Face cache"
                           : "is a name without its organisation",
                      {location}, "write " + advised(kind, models.front()));
  }
  if (name) return;
  throw input_error("is not a folder", {location},
                    "name a folder of a Hugging Face model, or " + kind + ":ORG/NAME");
}

}  // namespace sonde
