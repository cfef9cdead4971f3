#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "base/names.h"
#include "base/open_file.h"
#include "data/card.h"
#include "data/spec_text.h"
#include "data/stretches.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/dataset.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// FOLDER/*/*.toml, in order of names.
std::vector<fs::path> card_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& probe : fs::directory_iterator(folder, ignored)) {
    if (!probe.is_directory()) continue;
    for (const auto& entry : fs::directory_iterator(probe.path(), ignored)) {
      if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// A file in the native layout.
Card bare_card(const fs::path& file) {
  Card card;
  card.name = file.stem().string();
  card.file = file;
  const DelimitedForm form = form_of_table(file);
  card.separator = form.separator;
  card.quoted = form.quoted;
  return card;
}

bool looks_like_a_path(std::string_view text) {
  const std::string extension = fs::path(text).extension().string();
  return text.find('/') != text.npos || extension == ".toml" || extension == ".tsv" ||
         extension == ".csv" || extension == ".txt" || extension == ".jsonl" ||
         extension == ".ndjson" || extension == ".json";
}

Card card_at(const fs::path& path) {
  return path.extension() == ".toml" ? read_card(path) : bare_card(path);
}

Card find_by_name_or_path(const std::string& text, std::span<const fs::path> folders) {
  const fs::path path(text);
  const bool is_path = looks_like_a_path(text);
  const bool exists = fs::exists(path);
  if (is_path && exists) return card_at(path);  // no card needs to be read for its name
  auto [cards, error] = list_cards(folders);
  std::vector<std::string> known;
  for (auto& card : cards) {
    if (card.name == text) return std::move(card);
    known.push_back(card.name);
  }
  if (is_path || exists) return card_at(path);
  if (error) throw *error;  // it may be the one that was meant
  throw_unknown("data set", text, known);
}

void check_name(const Card& card) {
  if (is_printable_name(card.name)) return;
  throw usage_error("the data set of " + card.file.string() + " has no name that can be printed",
                    "name it: NAME=PATH");
}

// The files that a card reads, without its labels.
std::vector<fs::path> data_files(const Card& card) {
  if (card.layout != Layout::kWordNet) return {card.file};
  std::vector<fs::path> files;
  for (const char* name : kWordNetGlossFiles) files.push_back(card.file / name);
  return files;
}

void check_present(const Card& card) {
  for (const auto& file : data_files(card)) {
    if (fs::exists(file)) {
      check_plain_file(file);
      continue;
    }
    const std::string what = "no such file";
    if (card.layout != Layout::kWordNet) throw input_error(what, {file.string()}, "check the path");
    throw outside_error(what, {file.string()}, "install Debian's package wordnet-base");
  }
}

}  // namespace

ShippedCards list_cards(std::span<const fs::path> folders) {
  ShippedCards read;
  std::set<std::string> names;
  for (const auto& folder : folders) {
    for (const auto& file : card_files(folder)) {
      try {
        Card card = read_card(file);
        if (names.insert(card.name).second) read.cards.push_back(std::move(card));
      } catch (const Error& error) {
        if (!read.error) read.error = error;
      }
    }
  }
  return read;
}

Card find_dataset(std::string_view name, std::span<const fs::path> folders) {
  auto [given, rest] = split_name(name);
  Card card = find_by_name_or_path(rest, folders);
  if (!given.empty()) card.name = given;
  check_name(card);
  check_present(card);
  return card;
}

namespace {

Digest digest_by(const Card& card, const std::function<Digest(const fs::path&)>& of_file) {
  Hasher hasher;
  hasher.add("dataset 1");
  for (const auto& file : data_files(card)) hasher.add(of_file(file));
  const auto flags = std::uint64_t{card.header} * 2 + std::uint64_t{card.quoted};
  hasher.add(std::string_view(&card.separator, 1)).add(flags);
  hasher.add(std::uint64_t{card.columns.size()});
  for (const auto& column : card.columns) hasher.add(column);
  for (const auto& [part, names] : card.named_columns) {
    hasher.add("named").add(part).add(std::uint64_t{names.size()});
    for (const auto& name : names) hasher.add(name);
  }
  hasher.add(std::uint64_t{card.labels.size()});
  for (const auto& source : card.labels) {
    hasher.add(of_file(source.file));
    hasher.add(source.name).add(source.column).add(source.key).add(source.value);
    hasher.add(std::string_view(&source.separator, 1));
  }
  for (const auto& [key, value] : card.settings) hasher.add(key).add(value);
  return hasher.finish();
}

}  // namespace

Digest dataset_digest(const Card& card) {
  return digest_by(card, [](const fs::path& file) { return file_digest(file); });
}

Digest dataset_digest_with(const Card& card, const Digest& of_file) {
  return digest_by(card, [&](const fs::path&) { return of_file; });
}

}  // namespace sonde
