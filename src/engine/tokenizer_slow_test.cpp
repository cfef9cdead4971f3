#include <gtest/gtest.h>

#include <sstream>

#include "engine/tokenizer.h"
#include "formats/testing.h"

namespace sonde {
namespace {

constexpr const char* kModel = SONDE_SOURCE_DIR "/.setup/models/minilm/tokenizer.json";

// Makes 50,000 distinct strings and their ids by the `tokenizers` package:
// a string is its length and bytes; then, with and without special tokens, the
// number of ids and the ids.
constexpr const char* kExpected = R"py(
import array, glob, random, re, tokenizers

def cells():
    for path in sorted(glob.glob(root + '/data/**/*.tsv', recursive=True)):
        with open(path, encoding='utf-8', newline='\n') as lines:
            for line in lines: yield from line.rstrip('\n').split('\t')

def glosses():
    for kind in ['adj', 'adv', 'noun', 'verb']:
        with open('/usr/share/wordnet/data.' + kind, encoding='utf-8') as lines:
            for line in lines:
                gloss = line.partition('| ')[2].strip()
                yield gloss
                yield from re.findall('"([^"]+)"', gloss)

RANGES = [(0, 0x20), (0x20, 0x7f), (0x7f, 0xa0), (0xa0, 0x250), (0x300, 0x370), (0x370, 0x530),
          (0x590, 0x700), (0x900, 0xe80), (0x1100, 0x1200), (0x1e00, 0x2070), (0x20d0, 0x2100),
          (0x2190, 0x2c00), (0x3000, 0x3100), (0x4e00, 0xa000), (0xac00, 0xd7a4), (0xe000, 0xf900),
          (0xf900, 0x10000), (0x10000, 0x11000), (0x1d400, 0x1d800), (0x1f1e6, 0x1f200),
          (0x1f300, 0x1fb00), (0x20000, 0x2a6e0), (0xe0000, 0xe01f0), (0x0, 0x110000)]
EDGES = ['\0', '\ufeff', '\ufffd', '\uffff', '\U0010ffff', '\ud7ff', '\ue000', '\u200d', '\ufe0f',
         '\u0130', '\u00df', '\ufdfa', '\u1e9b\u0323', '\U0001f468\u200d\U0001f469', '\u202e',
         '\r\n', '\u2028', '\u3000', '\u0345', 'e\u0301\u0302', "don't", '[CLS]', '[SEP]', '[MASK]',
         '##ing', '[UNK]', ' ', '  ', 'a' * 101, 'x' * 100, '.' * 50]

def character():
    while True:
        code = random.randrange(*random.choice(RANGES))
        if not 0xd800 <= code < 0xe000: return chr(code)

def random_string():
    alphabet = [character() for _ in range(random.randrange(1, 12))]
    alphabet += random.choices(EDGES, k=random.randrange(4)) + random.choices('aeintr ', k=4)
    return ''.join(random.choices(alphabet, k=random.randrange(1, 60)))

def take(strings, among, count):
    for string in among:
        if len(strings) == count: return
        strings[string] = None

random.seed(7)
strings = {}
take(strings, cells(), 20000)
take(strings, EDGES, 20100)
known = len(strings)
take(strings, iter(random_string, None), known + 10000)
rest = sorted(set(glosses()) - set(strings))
random.shuffle(rest)
take(strings, rest, 50000)

tokenizer = tokenizers.Tokenizer.from_file(model)
tokenizer.no_padding()
tokenizer.no_truncation()
texts = list(strings)
both = [tokenizer.encode_batch(texts, add_special_tokens=special) for special in [True, False]]
with open('expected', 'wb') as out:
    number = lambda *values: array.array('i', values).tofile(out)
    for text, *encodings in zip(texts, *both):
        data = text.encode()
        number(len(data))
        out.write(data)
        for encoding in encodings: number(len(encoding.ids), *encoding.ids)
)py";

std::int32_t read_number(std::istream& in) {
  std::int32_t number = -1;
  in.read(reinterpret_cast<char*>(&number), sizeof number);
  return number;
}

std::vector<std::int32_t> read_ids(std::istream& in) {
  std::vector<std::int32_t> ids(static_cast<std::size_t>(read_number(in)));
  for (auto& id : ids) id = read_number(in);
  return ids;
}

TEST(Tokenizer, GivesTheIdsOfThePythonPackage) {
  const TemporaryFolder folder;
  const std::string places =
      std::string("root = '" SONDE_SOURCE_DIR "'\nmodel = '") + kModel + "'\n";
  ASSERT_TRUE(folder.python(places + kExpected));
  std::ifstream expected(folder.path() / "expected", std::ios::binary);
  const auto tokenizer = Tokenizer::load(kModel);
  std::size_t count = 0;
  for (; expected.peek() != EOF; ++count) {
    std::string text(static_cast<std::size_t>(read_number(expected)), '\0');
    expected.read(text.data(), static_cast<std::streamsize>(text.size()));
    std::vector<std::int32_t> ids, plain;
    tokenizer.encode(text, ids);
    tokenizer.encode_plain(text, plain);
    ASSERT_EQ(ids, read_ids(expected)) << text;
    ASSERT_EQ(plain, read_ids(expected)) << text;
  }
  EXPECT_EQ(count, 50'000U);
}

}  // namespace
}  // namespace sonde
