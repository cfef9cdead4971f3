#include "formats/arrays/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "base/counted.h"
#include "formats/file_bytes.h"
#include "formats/foreign_file.h"
#include "formats/json/json.h"
#include "sonde/error.h"

static_assert(std::endian::native == std::endian::little);

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestHeader =
    10'000'000;  // for real ones (in memory it takes 26 times that)
constexpr const char* kDamaged = "the file is damaged; download it again";

struct TypeRow {
  std::string_view name;
  ElementType type;
};
constexpr std::array<TypeRow, 10> kTypes{{{"F32", ElementType::kF32},
                                          {"F16", ElementType::kF16},
                                          {"BF16", ElementType::kBF16},
                                          {"F64", ElementType::kF64},
                                          {"I64", ElementType::kI64},
                                          {"I32", ElementType::kI32},
                                          {"I16", ElementType::kI16},
                                          {"I8", ElementType::kI8},
                                          {"U8", ElementType::kU8},
                                          {"BOOL", ElementType::kBool}}};

// Reads the entries of one file's header.
class HeaderReader {
 public:
  HeaderReader(std::span<const std::byte> data, const std::string& file)
      : data_(data), file_(file) {}

  Tensor tensor(const std::string& name, const json& entry) const {
    if (!entry.is_object()) fail(name, "its entry is not an object");
    Tensor tensor{type(name, entry), shape(name, entry), {}};
    const auto [first, last] = offsets(name, entry);
    if (size_of(name, tensor) != last - first) {
      fail(name, "its shape and type don't fit its offsets");
    }
    tensor.bytes = data_.subspan(first, last - first);
    return tensor;
  }

  // Tensors must cover the data from end to end.
  void check_cover(const Tensors& tensors) const {
    std::vector<std::pair<std::span<const std::byte>, std::string_view>> parts;
    for (const auto& [name, tensor] : tensors) parts.emplace_back(tensor.bytes, name);
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.data(), a.first.size()) < std::pair(b.first.data(), b.first.size());
    });
    const std::byte* end = data_.data();
    for (const auto& [bytes, name] : parts) {
      if (bytes.data() < end) fail(name, "its data overlap another tensor's");
      if (bytes.data() > end) fail(name, "there is a gap before its data");
      end += bytes.size();
    }
    if (end != data_.data() + data_.size()) {
      throw input_error("has bytes after the last tensor's", {file_}, kDamaged);
    }
  }

 private:
  [[noreturn]] void fail(std::string_view name, const std::string& what) const {
    throw input_error("tensor '" + std::string(name.substr(0, 200)) + "': " + what, {file_},
                      kDamaged);
  }

  const json& field(const std::string& name, const json& entry, const char* key) const {
    const auto found = entry.find(key);
    if (found == entry.end()) fail(name, std::string("its entry has no ") + key);
    return *found;
  }

  ElementType type(const std::string& name, const json& entry) const {
    const json& given = field(name, entry, "dtype");
    if (!given.is_string()) fail(name, "its dtype is not a string");
    const auto& text = given.get_ref<const std::string&>();
    for (const TypeRow& row : kTypes) {
      if (row.name == text) return row.type;
    }
    throw input_error("tensor '" + name.substr(0, 200) + "': its dtype '" + text.substr(0, 40) +
                          "' is not one that sonde reads",
                      {file_}, "use F32, F16 or BF16 weights");
  }

  std::vector<std::size_t> numbers(const std::string& name, const json& entry,
                                   const char* key) const {
    const json& given = field(name, entry, key);
    if (!given.is_array()) fail(name, std::string("its ") + key + " is not a list");
    std::vector<std::size_t> values;
    for (const json& value : given) {
      if (!value.is_number_unsigned()) {
        fail(name, std::string("its ") + key + " holds something else than whole numbers");
      }
      values.push_back(value.get<std::size_t>());
    }
    return values;
  }

  std::vector<std::size_t> shape(const std::string& name, const json& entry) const {
    return numbers(name, entry, "shape");
  }

  std::pair<std::size_t, std::size_t> offsets(const std::string& name, const json& entry) const {
    const auto values = numbers(name, entry, "data_offsets");
    if (values.size() != 2) fail(name, "its data_offsets are not two numbers");
    if (values[0] > values[1]) fail(name, "its data end before they begin");
    if (values[1] > data_.size()) fail(name, "its data run past the end of the file");
    return {values[0], values[1]};
  }

  std::size_t size_of(const std::string& name, const Tensor& tensor) const {
    std::size_t size = element_size(tensor.type);
    for (const std::size_t extent : tensor.shape) {
      if (__builtin_mul_overflow(size, extent, &size)) fail(name, "its shape is too large");
    }
    return size;
  }

  std::span<const std::byte> data_;
  const std::string& file_;
};

std::size_t header_length(std::span<const std::byte> bytes, const std::string& file) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) {
    throw input_error("is too short for a safetensors file", {file}, kDamaged);
  }
  std::memcpy(&length, bytes.data(), sizeof length);
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!head.substr(sizeof length).starts_with('{')) refuse_foreign_format(head, file);
  if (length <= bytes.size() - sizeof length && length > kLongestHeader) {
    throw input_error("its header of " + counted(length, "byte") + " is too long", {file},
                      "sonde reads headers of up to " + std::to_string(kLongestHeader) + " bytes");
  }
  if (length > bytes.size() - sizeof length) {
    throw input_error("its header claims " + counted(length, "byte") + ", more than there are",
                      {file},
                      "this is not a safetensors file, or it is damaged; download it again");
  }
  return static_cast<std::size_t>(length);
}

// A shard must be in the folder of its index.
void check_shard_name(const std::string& name, const Place& place) {
  const bool plain = name.find_first_of(std::string_view("/\\\0", 3)) == name.npos;
  if (!plain || !name.ends_with(".safetensors") || name.find("..") != name.npos) {
    throw input_error("names the shard '" + name.substr(0, 200) +
                          "', which is not the name of a .safetensors file next to it",
                      place);
  }
}

std::map<std::string, std::string> read_weight_map(const std::filesystem::path& index) {
  const json document = read_json(index);
  const Place place{index.string()};
  const auto map = document.is_object() ? document.find("weight_map") : document.end();
  if (!document.is_object() || map == document.end() || !map->is_object() || map->empty()) {
    throw input_error("has no weight_map", place, "is this a safetensors index?");
  }
  std::map<std::string, std::string> shard_of;
  for (const auto& [tensor, shard] : map->items()) {
    if (!shard.is_string()) {
      throw input_error("weight_map: the shard of '" + tensor.substr(0, 200) + "' is not a string",
                        place);
    }
    check_shard_name(shard.get_ref<const std::string&>(), place);
    shard_of.emplace(tensor, shard.get<std::string>());
  }
  return shard_of;
}

}  // namespace

Tensors parse_safetensors(std::span<const std::byte> bytes, const std::string& file) {
  const std::size_t length = header_length(bytes, file);
  const auto header = bytes.subspan(sizeof(std::uint64_t), length);
  const json entries = parse_json({reinterpret_cast<const char*>(header.data()), length}, file);
  if (!entries.is_object()) throw input_error("its header is not a JSON object", {file}, kDamaged);
  const HeaderReader reader(bytes.subspan(sizeof(std::uint64_t) + length), file);
  Tensors tensors;
  for (const auto& [name, entry] : entries.items()) {
    if (name != "__metadata__") tensors.emplace(name, reader.tensor(name, entry));
  }
  reader.check_cover(tensors);
  return tensors;
}

struct Safetensors::State {
  std::vector<MappedFile> mapped;
  std::vector<StampedFile> files;
  Tensors tensors;

  void add(const std::filesystem::path& file) {
    const MappedFile& now = mapped.emplace_back(file);
    files.push_back({file, now.stamp()});
    Tensors found = parse_safetensors(now.bytes(), file.string());
    tensors.merge(found);
    if (!found.empty()) {
      throw input_error(
          "tensor '" + found.begin()->first.substr(0, 200) + "' is in another shard too",
          {file.string()}, "remove one of the shards");
    }
  }

  void add_shards(const std::filesystem::path& index) {
    files.push_back({index, file_stamp(index)});
    const auto shard_of = read_weight_map(index);
    std::set<std::string> shards;
    for (const auto& [tensor, shard] : shard_of) shards.insert(shard);
    for (const auto& shard : shards) add_shard(index, shard);
    for (const auto& [tensor, shard] : shard_of) {
      if (tensors.contains(tensor)) continue;
      throw input_error("tensor '" + tensor.substr(0, 200) + "' is not in its shard " + shard,
                        {index.string()}, "download the model again");
    }
  }

  void add_shard(const std::filesystem::path& index, const std::string& shard) {
    const auto file = index.parent_path() / shard;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
      throw input_error("its shard " + shard + " is missing", {index.string()},
                        "download it into the same folder");
    }
    add(file);
  }
};

Safetensors Safetensors::open(const std::filesystem::path& file) {
  auto state = std::make_unique<State>();
  if (file.string().ends_with(".index.json")) {
    state->add_shards(file);
  } else {
    state->add(file);
  }
  return Safetensors(std::move(state));
}

Safetensors::Safetensors(std::unique_ptr<State> state) : state_(std::move(state)) {}
Safetensors::Safetensors(Safetensors&&) noexcept = default;
Safetensors& Safetensors::operator=(Safetensors&&) noexcept = default;
Safetensors::~Safetensors() = default;

const Tensor* Safetensors::find(std::string_view name) const {
  const auto found = state_->tensors.find(name);
  return found == state_->tensors.end() ? nullptr : &found->second;
}

std::vector<std::string> Safetensors::names() const {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : state_->tensors) names.push_back(name);
  return names;
}

std::vector<StampedFile> Safetensors::files() const { return state_->files; }

}  // namespace sonde
