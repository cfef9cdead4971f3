#include "probes/sts/reliability_settings.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "base/parse.h"
#include "sonde/error.h"
#include "statistics/agreement/split_half.h"

namespace sonde {
namespace {

constexpr std::string_view kKey = "reliability";

// The next number of `text`. Removes it and a space after it.
std::optional<double> take_number(std::string_view& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.size() > 1 && text.front() == ' ') text.remove_prefix(1);
  return number;
}

std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> numbers;
  while (!text.empty()) {
    const auto number = take_number(text);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

bool is_count(double number) { return number >= 0 && number <= 1e15; }

Reliability read_reliability(const std::string& key, const std::string& text) {
  const auto numbers = numbers_of(text);
  const bool alone = numbers.size() == 1 && numbers[0] >= 0 && numbers[0] <= 1;
  if (alone) return {numbers[0]};
  if (numbers.size() == 5 && is_count(numbers[3]) && is_count(numbers[4])) {
    return {numbers[0], numbers[1], numbers[2], static_cast<std::size_t>(numbers[3]),
            static_cast<std::size_t>(numbers[4])};
  }
  throw input_error("'" + text.substr(0, 40) + "' is not a reliability", {"", 0, key, ""},
                    "write a number from 0 to 1");
}

}  // namespace

std::string reliability_key(const std::string& slice) {
  return slice == "all" ? std::string(kKey) : std::string(kKey) + " " + slice;
}

bool is_reliability(const std::string& key) {
  return key == kKey || key.starts_with(std::string(kKey) + " ");
}

std::map<std::string, std::string> without_reliability(
    std::map<std::string, std::string> settings) {
  std::erase_if(settings, [](const auto& setting) { return is_reliability(setting.first); });
  return settings;
}

std::string reliability_text(const Reliability& reliability) {
  return printed(reliability.value) + " " + printed(reliability.low) + " " +
         printed(reliability.high) + " " + std::to_string(reliability.n) + " " +
         std::to_string(reliability.left_out);
}

NoiseCeilings::NoiseCeilings(const std::map<std::string, std::string>& settings) {
  for (const auto& [key, text] : settings) {
    if (!is_reliability(key)) continue;
    const std::string slice = key == kKey ? "all" : key.substr(kKey.size() + 1);
    by_slice_.emplace(slice, read_reliability(key, text));
  }
}

void NoiseCeilings::add_to(std::vector<Result>& results, const Frame& frame,
                           std::span<const Slice> slices) const {
  for (const auto& slice : slices) {
    const auto known = by_slice_.find(slice.name);
    if (known == by_slice_.end()) continue;
    const Reliability& reliability = known->second;
    Result result;
    result.subject = "data";
    result.dataset = frame.dataset;
    result.slice = slice.name;
    result.name = "noise_ceiling";
    result.value = noise_ceiling(reliability.value);
    result.low = noise_ceiling_end(reliability.low);
    result.high = noise_ceiling_end(reliability.high);
    result.n = reliability.n > 0 ? reliability.n : slice.items.size();
    result.left_out = reliability.left_out;
    if (result.left_out > 0) result.why["not rated by both halves"] = result.left_out;
    if (reliability.n > 0 && reliability.n < kFewestItems) result.why[kNoInterval];
    results.push_back(std::move(result));
  }
}

}  // namespace sonde
