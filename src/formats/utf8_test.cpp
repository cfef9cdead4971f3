#include "formats/utf8.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "formats/testing/formats.h"

namespace sonde {
namespace utf8_test {

bool is_one_character(std::string_view text) {
  if (find_invalid_utf8(text) != text.npos) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
  }
  return true;
}

TEST(Utf8, HasAsManyCharactersOfEachLengthAsUnicode) {
  std::size_t two = 0, three = 0, four = 0;
  for (unsigned n = 0; n < 1U << 16; ++n) {
    const char c[] = {static_cast<char>(n >> 8), static_cast<char>(n)};
    two += is_one_character({c, 2});
  }
  for (unsigned n = 0; n < 1U << 24; ++n) {
    const char c[] = {static_cast<char>(n >> 16), static_cast<char>(n >> 8), static_cast<char>(n)};
    three += is_one_character({c, 3});
  }
  for (unsigned n = 0xe00000; n < 1U << 24; ++n) {  // the last byte: one of each kind
    for (const char last : {'\x7f', '\x80', '\xbf', '\xc0'}) {
      const char c[] = {static_cast<char>(n >> 16), static_cast<char>(n >> 8), static_cast<char>(n),
                        last};
      four += is_one_character({c, 4});
    }
  }
  EXPECT_EQ(two, 0x800U - 0x80U);
  EXPECT_EQ(three, 0x10000U - 0x800U - 0x800U);
  EXPECT_EQ(four, (0x110000U - 0x10000U) / 64 * 2);
}

TEST(Utf8, FindsTheFirstFaultWherePythonDoes) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import random
random.seed(1)
def fault(text):
    try: text.decode(); return -1
    except UnicodeDecodeError as error: return error.start
with open('cases', 'w') as out:
    for _ in range(20000):
        text = bytearray(''.join(chr(random.choice([65, 228, 0x20ac, 0x1f600]))
                                 for _ in range(random.randrange(20))).encode())
        for _ in range(random.randrange(3)):
            if text: text[random.randrange(len(text))] = random.randrange(256)
        print(bytes(text).hex() or '-', fault(text), file=out)
)"));
  std::istringstream cases(folder.read("cases"));
  std::string hex;
  std::size_t count = 0;
  for (long expected = 0; cases >> hex >> expected; ++count) {
    std::string text;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
      text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    EXPECT_EQ(static_cast<long>(find_invalid_utf8(text)), expected) << hex;
  }
  EXPECT_EQ(count, 20000U);
}

}  // namespace utf8_test
}  // namespace sonde
