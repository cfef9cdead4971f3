#include "sonde/probe.h"

#include <algorithm>
#include <cmath>

namespace sonde {

namespace {

template <class List>
void rotate_in(List& list, std::size_t first, std::size_t middle, std::size_t last) {
  const auto at = [&](std::size_t place) {
    return list.begin() + static_cast<std::ptrdiff_t>(place);
  };
  if (!list.empty()) std::rotate(at(first), at(middle), at(last));
}

}  // namespace

void CodedTexts::push_back(const std::string& text) {
  const auto [entry, is_new] =
      codes_.try_emplace(text, static_cast<std::uint32_t>(distinct_.size()));
  if (is_new) distinct_.push_back(text);
  if (large_.empty() && entry->second <= std::numeric_limits<std::uint8_t>::max()) {
    small_.push_back(static_cast<std::uint8_t>(entry->second));
    return;
  }
  if (large_.empty()) {
    large_.assign(small_.begin(), small_.end());
    small_ = {};
  }
  large_.push_back(entry->second);
}

void CodedTexts::resize(std::size_t size) {
  if (large_.empty()) small_.resize(std::min(size, small_.size()));
  if (!large_.empty()) large_.resize(std::min(size, large_.size()));
  while (this->size() < size) push_back({});
}

void CodedTexts::rotate(std::size_t first, std::size_t middle, std::size_t last) {
  rotate_in(small_, first, middle, last);
  rotate_in(large_, first, middle, last);
}

bool CodedTexts::operator==(const CodedTexts& other) const {
  if (size() != other.size()) return false;
  for (std::size_t place = 0; place < size(); ++place) {
    if ((*this)[place] != other[place]) return false;
  }
  return true;
}

void GoldValues::rotate(std::size_t first, std::size_t middle, std::size_t last) {
  rotate_in(values_, first, middle, last);
}

void GoldValues::push_back(double value) {
  if (values_.empty() && !std::isnan(value)) {
    values_.assign(size_, std::numeric_limits<double>::quiet_NaN());
  }
  ++size_;
  if (!values_.empty() || !std::isnan(value)) values_.push_back(value);
}

}  // namespace sonde
