#include "formats/words/word_vectors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "formats/lines.h"
#include "formats/words/word_row.h"
#include "formats/words/word_scan.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

WordIndex::Source source_of(const FileStamp& stamp, const WordForm& form,
                            const std::string& language) {
  constexpr std::uint64_t kRevision = 1;  // changes when the same file would give another index
  return {stamp, digest_of("word index", kRevision, form.name, form.keyed ? language : "",
                           static_cast<std::uint64_t>(form.dimension), form.begin)};
}

// One place for each file and way to read it, so that the index of a changed file is replaced.
fs::path place_of(const fs::path& cache, const WordIndex::Source& source) {
  return cache / digest_of(source.stamp.device, source.stamp.inode, source.reading).hex();
}

void keep(const WordIndex& index, const fs::path& place) {
  // An index that cannot be stored only costs time.
  try {
    fs::create_directories(place.parent_path());
    index.save(place);
  } catch (const std::exception&) {
  }
}

}  // namespace

WordVectors::WordVectors(const fs::path& file, const WordVectorOptions& options)
    : file_(file),
      stamp_(file_stamp(file_.descriptor())),
      form_(find_word_form(file_, options.form)),
      index_(open_index(options)) {}

WordIndex WordVectors::open_index(const WordVectorOptions& options) {
  const auto source = source_of(stamp_, form_, options.language);
  const fs::path place = options.cache.empty() ? fs::path() : place_of(options.cache, source);
  if (!place.empty()) {
    if (auto found = WordIndex::open(place, source)) return std::move(*found);
  }
  made_ = true;
  WordIndex index(scan_words(file_, form_, options.language, options.threads), source);
  if (!(file_stamp(file_.descriptor()) == stamp_)) {
    throw input_error("changed while it was read", {file_.name()}, "run again");
  }
  if (index.counts().words == 0) {
    throw input_error(form_.keyed ? "has no word of the language '" + options.language + "'"
                                  : "has no word that is UTF-8",
                      {file_.name()}, "is this the right file?");
  }
  if (!place.empty() && is_settled(stamp_, options.clock())) keep(index, place);
  return index;
}

void WordVectors::read(std::uint32_t number, std::span<float> out) const {
  if (form_.fasttext) {
    const std::uint64_t place = index_.numbers(number) - form_.fasttext->matrix;
    auto rows = subword_rows(*form_.fasttext, word(number));
    rows.push_back(place / (form_.dimension * sizeof(float)));
    read_mean(rows, std::string(word(number)), out);
  } else if (form_.binary) {
    read_binary(number, out);
  } else {
    read_text(number, out);
  }
}

void WordVectors::read_binary(std::uint32_t number, std::span<float> out) const {
  const std::span bytes(reinterpret_cast<char*>(out.data()), out.size_bytes());
  if (file_.read(index_.numbers(number), bytes) != bytes.size()) {
    complain(number, "the file ends within the row");
  }
  if (!std::ranges::all_of(out, [](float x) { return std::isfinite(x); })) {
    complain(number, "a number is not finite");
  }
}

bool WordVectors::has_subwords(std::string_view word) const {
  return form_.fasttext && !subword_rows(*form_.fasttext, word).empty();
}

void WordVectors::read_subwords(std::string_view word, std::span<float> out) const {
  read_mean(subword_rows(*form_.fasttext, word), std::string(word), out);
}

void WordVectors::read_mean(std::span<const std::uint64_t> rows, const std::string& word,
                            std::span<float> out) const {
  std::vector<double> sum(out.size());
  const std::span bytes(reinterpret_cast<char*>(out.data()), out.size_bytes());
  const Place place{.file = file_.name(), .item = "word '" + word + "'"};
  for (const std::uint64_t row : rows) {
    if (file_.read(form_.fasttext->matrix + row * bytes.size(), bytes) != bytes.size()) {
      throw input_error("the file ends within the row", place, "fetch the file again");
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(out[i]);
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    out[i] = static_cast<float>(sum[i] / static_cast<double>(rows.size()));
    if (!std::isfinite(out[i])) {
      throw input_error("a number is not finite", place, "fetch the file again");
    }
  }
}

void WordVectors::read_text(std::uint32_t number, std::span<float> out) const {
  constexpr std::size_t kOfANumber = 12;  // bytes, more or less
  std::vector<char> bytes(out.size() * kOfANumber + 64);
  std::size_t held = 0;
  for (;;) {
    const std::span rest(bytes.data() + held, bytes.size() - held);
    const std::size_t got = file_.read(index_.numbers(number) + held, rest);
    const auto end = std::find(bytes.begin() + static_cast<std::ptrdiff_t>(held),
                               bytes.begin() + static_cast<std::ptrdiff_t>(held + got), '\n');
    held = static_cast<std::size_t>(end - bytes.begin());
    if (got < rest.size() || held < bytes.size()) break;
    if (held > kLongestLine) complain(number, "the row is longer than 1 MiB");
    bytes.resize(2 * bytes.size());
  }
  std::string_view text(bytes.data(), held);
  while (text.ends_with('\r')) text.remove_suffix(1);
  if (const auto wrong = parse_floats(text, out)) complain(number, *wrong);
}

void WordVectors::complain(std::uint32_t number, const std::string& what) const {
  Place place{file_.name()};
  place.item = "word '" + std::string(word(number)) + "'";
  if (!form_.binary) place.line = line_at(file_, index_.numbers(number));
  throw input_error(what, place, "fetch the file again, or remove the row");
}

}  // namespace sonde
