#include "formats/arrays/npy.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>
#include <vector>

#include "base/counted.h"
#include "formats/foreign_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY", 6};
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kLongestNpyHeader = 65536;

std::string header_of(std::size_t rows, std::size_t columns) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  const std::size_t before = kMagic.size() + 4;  // the version and the length
  header.append(kAlignment - 1 - (before + header.size()) % kAlignment, ' ');
  return header + '\n';
}

struct Header {
  std::string type;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

// Reads the header, a Python dictionary of three known keys.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  Header parse() {
    expect('{');
    while (!accept('}')) {
      entry(string());
      if (!accept(',') && !peek('}')) fail();
    }
    skip_space();
    if (!rest_.empty() || seen_.size() != 3) fail();
    return header_;
  }

 private:
  void entry(const std::string& key) {
    expect(':');
    if (!seen_.insert(key).second) fail();
    if (key == "descr") {
      header_.type = string();
    } else if (key == "fortran_order") {
      header_.fortran_order = truth();
    } else if (key == "shape") {
      shape();
    } else {
      fail();
    }
  }

  std::string string() {
    skip_space();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    if (quote != '\'' && quote != '"') fail();
    const auto end = rest_.find(quote, 1);
    if (end == rest_.npos) fail();
    const std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool truth() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    fail();
  }

  void shape() {
    expect('(');
    while (!accept(')')) {
      header_.shape.push_back(number());
      if (!accept(',') && !peek(')')) fail();
    }
  }

  std::size_t number() {
    skip_space();
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) fail();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  bool peek(char c) {
    skip_space();
    return rest_.starts_with(c);
  }
  bool accept(char c) {
    if (!peek(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail();
  }
  [[noreturn]] void fail() const {
    throw input_error("has a header that is not NumPy's", {file_}, "write it with numpy.save");
  }

  std::string_view rest_;
  const std::string& file_;
  std::set<std::string> seen_;
  Header header_;
};

template <class Length>
std::size_t read_length(std::string_view bytes) {
  Length length = 0;
  if (bytes.size() < sizeof length) return kLongestNpyHeader + 1;
  std::memcpy(&length, bytes.data(), sizeof length);
  return length;
}

// The format's major version, from the file's first bytes.
char take_version(std::string_view& bytes, const std::string& file) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + 2) {
    if (!bytes.starts_with(kMagic)) refuse_foreign_format(bytes, file);
    throw input_error("is not a .npy file", {file}, "write it with numpy.save");
  }
  const char major = bytes[kMagic.size()];
  const char minor = bytes[kMagic.size() + 1];
  if (major < 1 || major > 3 || minor != 0) {
    throw input_error("has an unknown version of the .npy format", {file}, "use 1.0, 2.0 or 3.0");
  }
  bytes.remove_prefix(kMagic.size() + 2);
  return major;
}

// Splits the header's text from the file's bytes. The rest stays in `bytes`.
std::string_view take_header(std::string_view& bytes, const std::string& file) {
  const char major = take_version(bytes, file);
  const std::size_t field = major == 1 ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  const std::size_t length =
      major == 1 ? read_length<std::uint16_t>(bytes) : read_length<std::uint32_t>(bytes);
  if (length > kLongestNpyHeader || length > bytes.size() - field) {
    throw input_error("has a header that is cut off or too long", {file},
                      "the file is damaged; write it again with numpy.save");
  }
  const auto header = bytes.substr(field, length);
  bytes.remove_prefix(field + length);
  return header;
}

ElementType element_type(const Header& header, const std::string& file) {
  if (header.type == "<f4") return ElementType::kF32;
  if (header.type == "<f8") return ElementType::kF64;
  if (header.type == "<f2") return ElementType::kF16;
  if (header.type == "|u1") return ElementType::kU8;
  if (header.type == "|i1") return ElementType::kI8;
  throw input_error("holds numbers of type '" + header.type.substr(0, 40) +
                        "', not little-endian float16, float32, float64, int8 or uint8",
                    {file}, "convert it: numpy.save(file, vectors.astype('<f4'))");
}

void check_form(const Header& header, const std::string& file) {
  if (header.shape.size() != 2) {
    throw input_error("has " + counted(header.shape.size(), "dimension") + ", not 2", {file},
                      "save one row per sentence");
  }
  if (header.fortran_order) {
    throw input_error("is in Fortran order", {file},
                      "convert it: numpy.save(file, numpy.ascontiguousarray(vectors))");
  }
}

}  // namespace

NpyWriter::NpyWriter(std::ostream& out, std::size_t rows, std::size_t columns)
    : out_(out), missing_(rows), columns_(columns) {
  const std::string header = header_of(rows, columns);
  const auto length = static_cast<std::uint16_t>(header.size());
  out_ << kMagic << '\1' << '\0';
  out_.write(reinterpret_cast<const char*>(&length), sizeof length);
  out_ << header;
  check();
}

void NpyWriter::append(Matrix<const float> rows) {
  if (rows.columns() != columns_ || rows.rows() > missing_) {
    throw usage_error("rows don't fit the announced shape of the .npy file");
  }
  const auto write = [&](std::span<const float> numbers) {
    out_.write(reinterpret_cast<const char*>(numbers.data()),
               static_cast<std::streamsize>(numbers.size_bytes()));
  };
  if (rows.stride() == rows.columns()) {
    write({rows.data(), rows.rows() * rows.columns()});
  } else {
    for (std::size_t row = 0; row < rows.rows(); ++row) write(rows[row]);
  }
  missing_ -= rows.rows();
  check();
}

void NpyWriter::finish() {
  if (missing_ != 0) {
    throw usage_error(std::to_string(missing_) + " announced rows of the .npy file are missing");
  }
  out_.flush();
  check();
}

void NpyWriter::check() const {
  if (!out_) throw outside_error("the .npy data could not be written", {}, "is the disk full?");
}

StoredMatrix parse_npy(std::span<const std::byte> bytes, const std::string& file) {
  std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const Header header = HeaderParser(take_header(rest, file), file).parse();
  const ElementType type = element_type(header, file);
  check_form(header, file);
  std::size_t total = element_size(type);
  for (const std::size_t extent : header.shape) {
    if (__builtin_mul_overflow(total, extent, &total)) {
      throw input_error("claims a shape that is too large", {file},
                        "the file is damaged; write it again with numpy.save");
    }
  }
  if (total != rest.size()) {
    throw input_error("holds " + counted(rest.size(), "byte") + " of numbers, but its shape " +
                          "needs " + std::to_string(total),
                      {file}, "was it cut off?");
  }
  return {type, header.shape[0], header.shape[1], bytes.last(total)};
}

}  // namespace sonde
