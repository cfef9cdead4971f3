// Room: probes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace sonde {

// A list of texts of which few differ: a byte each up to 256 different ones, four beyond.
class CodedTexts {
 public:
  CodedTexts() = default;
  CodedTexts(std::initializer_list<std::string> texts) {
    for (const auto& text : texts) push_back(text);
  }

  void push_back(const std::string& text);
  void resize(std::size_t size);  // further ones are empty
  void reserve(std::size_t size) { small_.reserve(size); }
  // As std::rotate of these places.
  void rotate(std::size_t first, std::size_t middle, std::size_t last);
  const std::string& operator[](std::size_t place) const { return distinct_[code(place)]; }
  std::size_t size() const { return small_.size() + large_.size(); }
  // Which of distinct() a text is; distinct() is in order of first appearance.
  std::uint32_t code(std::size_t place) const {
    return large_.empty() ? small_[place] : large_[place];
  }
  const std::vector<std::string>& distinct() const { return distinct_; }
  bool operator==(const CodedTexts& other) const;

 private:
  std::vector<std::string> distinct_;
  std::unordered_map<std::string, std::uint32_t> codes_;
  std::vector<std::uint8_t> small_;  // one of these two is empty
  std::vector<std::uint32_t> large_;
};

// The gold values of rows: no memory as long as there is none.
class GoldValues {
 public:
  void push_back(double value);
  double operator[](std::size_t row) const {
    return values_.empty() ? std::numeric_limits<double>::quiet_NaN() : values_[row];
  }
  std::size_t size() const { return size_; }
  // As std::rotate of these rows.
  void rotate(std::size_t first, std::size_t middle, std::size_t last);

 private:
  std::vector<double> values_;  // empty: all NaN
  std::size_t size_ = 0;
};

// The facts of a data set that summaries need, without texts.
struct Frame {
  std::string dataset;
  std::vector<std::uint64_t> keys;         // an item: digest, for resampling
  std::vector<std::uint32_t> item_of_row;  // a row; ascending among the rows of a label
  GoldValues gold;                         // a row
  CodedTexts row_labels;                   // a row
  // label name -> a value an item; empty where the item lacks it
  std::map<std::string, CodedTexts> labels;
  // Records that are no items, by reason: see Item::left_out.
  std::map<std::string, std::uint64_t> left_out;

  std::size_t items() const { return keys.size(); }
  std::size_t rows() const { return item_of_row.size(); }
};

}  // namespace sonde
