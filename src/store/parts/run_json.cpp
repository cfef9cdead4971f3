#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "data/result_names.h"
#include "sonde/error.h"
#include "store/parts/json_members.h"

namespace sonde {
namespace {

using Json = nlohmann::json;

// Writes the text itself: a tree of the library's values for each item would cost more than all
// else that is written.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  template <class T>
  void operator()(std::string_view name, const T& value) {
    out_ += std::exchange(between_, ",");
    add_text(name);
    out_ += ':';
    encode(value);
  }
  template <class T>
  void later(const char* name, const T& value) {
    (*this)(name, value);
  }

  void encode(const std::string& text) { add_text(text); }
  void encode(bool value) { out_ += value ? "true" : "false"; }
  template <Is<std::uint32_t, std::uint64_t> T>
  void encode(const T& value) {
    out_ += std::to_string(value);
  }
  void encode(double value) {
    if (std::isinf(value)) {
      out_ += value > 0 ? "\"inf\"" : "\"-inf\"";
    } else {
      out_ += std::isnan(value) ? "null" : Json(value).dump();
    }
  }
  void encode(Side side) { out_ += side == Side::kFirst ? "\"first\"" : "\"second\""; }
  void encode(const Digest& digest) { add_text(digest.hex()); }
  template <class A, class B>
  void encode(const std::pair<A, B>& pair) {
    out_ += '[';
    encode(pair.first);
    out_ += ',';
    encode(pair.second);
    out_ += ']';
  }
  template <class T>
  void encode(const std::vector<T>& values) {
    out_ += '[';
    const char* between = "";
    for (const T& value : values) {
      out_ += std::exchange(between, ",");
      encode(value);
    }
    out_ += ']';
  }
  template <class T>
  void encode(const std::map<std::string, T>& values) {
    object([&](Writer& writer) {
      for (const auto& [name, value] : values) writer(name, value);
    });
  }
  template <class T>
  void encode(const T& value) {
    object([&](Writer& writer) { fields(writer, value); });
  }

 private:
  static bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

  template <class Write>
  void object(const Write& write) {
    out_ += '{';
    Writer inner(out_);
    write(inner);
    out_ += '}';
  }

  void add_text(std::string_view text) {
    if (std::all_of(text.begin(), text.end(), is_plain)) {
      out_ += '"';
      out_ += text;
      out_ += '"';
    } else {
      out_ += Json(text).dump();  // escapes it, or finds that it isn't UTF-8
    }
  }

  std::string& out_;
  const char* between_ = "";
};

struct Reader {
  const Json& json;

  template <class T>
  void operator()(const char* name, T& value) const {
    decode(json.at(name), value);
  }
  // Members that files of earlier schemas don't have.
  template <class T>
  void later(const char* name, T& value) const {
    if (json.contains(name)) (*this)(name, value);
  }

  static void decode(const Json& from, std::string& to) { to = from.get<std::string>(); }
  static void decode(const Json& from, bool& to) { to = from.get<bool>(); }
  template <Is<std::uint32_t, std::uint64_t> T>
  static void decode(const Json& from, T& to) {
    require(from.is_number_unsigned(), "a count is not a whole number");
    require(from.get<std::uint64_t>() <= std::numeric_limits<T>::max(), "a count is too large");
    to = from.get<T>();
  }
  static void decode(const Json& from, double& to) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (from.is_null()) {
      to = std::numeric_limits<double>::quiet_NaN();
    } else if (from.is_string()) {
      require(from == "inf" || from == "-inf", "a value is not a number");
      to = from == "inf" ? kInfinity : -kInfinity;
    } else {
      require(from.is_number(), "a value is not a number");
      to = from.get<double>();
    }
  }
  static void decode(const Json& from, Side& to) {
    require(from == "first" || from == "second", "a side is neither first nor second");
    to = from == "first" ? Side::kFirst : Side::kSecond;
  }
  static void decode(const Json& from, Digest& to) {
    const auto digest = parse_digest(from.get<std::string>());
    require(digest.has_value(), "a digest is malformed");
    to = *digest;
  }
  template <class A, class B>
  static void decode(const Json& from, std::pair<A, B>& to) {
    decode(from.at(0), to.first);
    decode(from.at(1), to.second);
  }
  template <class T>
  static void decode(const Json& from, std::vector<T>& to) {
    require(from.is_array(), "a list is malformed");
    to.resize(from.size());
    for (std::size_t i = 0; i < to.size(); ++i) decode(from[i], to[i]);
  }
  template <class T>
  static void decode(const Json& from, std::map<std::string, T>& to) {
    for (const auto& [key, value] : from.get_ref<const Json::object_t&>()) decode(value, to[key]);
  }
  template <class T>
  static void decode(const Json& from, T& to) {
    const Reader reader{from};
    fields(reader, to);
  }
};

template <class T>
std::string write(const T& value) {
  try {
    std::string json;
    Writer(json).encode(value);
    return json;
  } catch (const Json::exception&) {
    throw input_error("a text, label or name is not UTF-8 and cannot be stored in a run file", {},
                      "convert it to UTF-8");
  }
}

template <class T>
T read(std::string_view json) {
  try {
    T value;
    Reader::decode(Json::parse(json), value);
    return value;
  } catch (const Json::exception&) {
    throw Malformed("a part is not what sonde writes");
  }
}

void require_places(const Item& item) {
  for (const Row& row : item.rows) {
    require(row.at.size() == 2 || row.at.size() == 3, "a row has not two or three places");
    for (const auto at : row.at) require(at < item.texts.size(), "a row's text is missing");
  }
}

}  // namespace

std::string to_json(const RunHead& head) { return write(head); }
std::string to_json(const ItemBlock& block) { return write(block); }
std::string to_json(const std::vector<TextRemark>& remarks) { return write(remarks); }
std::string to_json(const std::vector<Result>& results) { return write(results); }
std::string to_json(const std::vector<Series>& series) { return write(series); }

std::string to_json(const ShareHead& head) { return write(head); }

RunHead head_from_json(std::string_view json) {
  auto head = read<RunHead>(json);
  require(head.contents.by_task.size() == head.tasks.size(), "a task is missing");
  for (std::size_t task = 0; task < head.tasks.size(); ++task) {
    const auto& subjects = head.contents.by_task[task];
    require(subjects.size() == head.subjects.size(), "a subject is missing");
    for (const auto& [rows, fitted] : subjects) {
      require(rows == 0 || rows == head.tasks[task].rows, "rows are missing");
    }
  }
  return head;
}

ItemBlock items_from_json(std::string_view json) {
  auto block = read<ItemBlock>(json);
  require(block.items.size() == block.digests.size(), "an item's digest is missing");
  for (const Item& item : block.items) require_places(item);
  return block;
}

std::vector<TextRemark> remarks_from_json(std::string_view json) {
  return read<std::vector<TextRemark>>(json);
}

std::vector<Result> results_from_json(std::string_view json) {
  auto results = read<std::vector<Result>>(json);
  for (Result& result : results) result.name = current_result_name(result.name, result.probe);
  return results;
}

ShareHead share_head_from_json(std::string_view json) {
  constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 24;  // per vector
  auto head = read<ShareHead>(json);
  require(head.number >= 1 && head.number <= head.of && head.of <= kMostShares,
          "its number is out of range");
  for (const auto& encoder : head.encoders) {
    require(!encoder.views.empty(), "an encoder has no view");
    require(encoder.dimension <= kMostNumbers, "a vector is too long");
  }
  for (const auto& scorer : head.scorers) {
    require(scorer.features <= kMostNumbers, "a scorer has too many features");
  }
  for (const auto& vectors : head.vectors) {
    require(vectors.dimension <= kMostNumbers, "a vector is too long");
  }
  return head;
}

std::string to_json(const ListingHead& head) { return write(head); }

ListingHead listing_head_from_json(std::string_view json) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 44;  // for any count
  auto head = read<ListingHead>(json);
  for (const auto& data : head.data) {
    if (!data.in_stretches) continue;
    for (const auto count : {data.rows, data.texts, data.bytes, data.whole_rows}) {
      require(count <= kMost, "a count is too large");
    }
    require(data.items >= 1 && data.items <= data.whole_items && data.whole_items <= data.size &&
                data.rows <= data.whole_rows && data.stretches <= data.size,
            "its counts contradict each other");
  }
  return head;
}

std::vector<Series> series_from_json(std::string_view json) {
  return read<std::vector<Series>>(json);
}

}  // namespace sonde
