#include <gtest/gtest.h>

#include <sstream>

#include "base/exhaustive_test.h"
#include "engine/tokens/tokenizer.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace tokenizer_slow_test {

constexpr const char* kModel = SONDE_SOURCE_DIR "/.setup/models/minilm/tokenizer.json";

// Makes 50,000 distinct strings.
constexpr const char* kStrings = R"py(
import array, glob, json, os, random, re, sys, tokenizers

def cells():
    for path in sorted(glob.glob(root + '/data/**/*.t[sx][vt]', recursive=True)):
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
         '##ing', '[UNK]', '<mask>', ' <mask> ', '<s>', '<pad>', "``x''", "'LL we'll", 'x  y   z ',
         '\u2581a \u2581', '\ufb01 \uff21\uff42', 'a' * 3000, ' ' * 2000 + 'a', ' ', '  ', 'a' * 101, 'x' * 100, '.' * 50]
SHORT_EDGES = [edge for edge in EDGES if len(edge) < 50]

def character():
    while True:
        code = random.randrange(*random.choice(RANGES))
        if not 0xd800 <= code < 0xe000: return chr(code)

def random_string():
    alphabet = [character() for _ in range(random.randrange(1, 12))]
    alphabet += random.choices(SHORT_EDGES, k=random.randrange(4)) + random.choices('aeintr ', k=4)
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

from tokenizers import decoders, models, normalizers, pre_tokenizers, processors, trainers

def train(tokenizer, trainer):
    random.seed(11)
    texts = (list(cells()) + random.sample(sorted(set(glosses())), 2000))[::part]
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer
)py";

// Builds it like the family's tokenizer.json, with a vocabulary of some thousands trained on our
// own data and WordNet's glosses.
constexpr const char* kByteLevel = R"py(
def make():
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    special = ['<s>', '<pad>', '</s>', '<unk>', tokenizers.AddedToken('<mask>', lstrip=True)]
    train(tokenizer, trainers.BpeTrainer(
        vocab_size=3000, special_tokens=special, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.post_processor = processors.RobertaProcessing(('</s>', 2), ('<s>', 0))
    return tokenizer
)py";

constexpr const char* kUnigram = R"py(
# What SentencePiece compiles NFKC to, where cargo has unpacked a copy of it;
# else the golden model's few rules.
def charsmap():
    cargo = os.environ.get('CARGO_HOME', os.path.expanduser('~/.cargo'))
    for path in glob.glob(cargo + '/registry/src/*/spm_precompiled-*/test.json'):
        with open(path) as file: return json.load(file)
    if os.environ.get('SONDE_LACKING') == 'fail': sys.exit('no spm_precompiled below ' + cargo)
    with open(root + '/tests/golden/xlm-roberta/tokenizer.json') as file:
        return json.load(file)['normalizer']

def unigram(special, mask, normalizer, template):
    tokenizer = tokenizers.Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme='always')])
    train(tokenizer, trainers.UnigramTrainer(
        vocab_size=3000, special_tokens=special, unk_token='<unk>', show_progress=False))
    tokenizer.add_special_tokens([tokenizers.AddedToken(mask, lstrip=True)])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=template, special_tokens=[(t, tokenizer.token_to_id(t)) for t in special])
    return tokenizer

def precompiled():
    return tokenizers.Tokenizer.from_str(json.dumps({
        'version': '1.0', 'truncation': None, 'padding': None, 'added_tokens': [],
        'normalizer': charsmap(), 'pre_tokenizer': None, 'post_processor': None, 'decoder': None,
        'model': {'type': 'Unigram', 'unk_id': 0, 'vocab': [['<unk>', 0.0]]}})).normalizer

def make():
    if family == 'xlm-roberta':
        return unigram(['<s>', '<pad>', '</s>', '<unk>'], '<mask>', precompiled(), '<s> $A </s>')
    cleaning = [normalizers.Replace('``', '"'), normalizers.Replace("''", '"'),
                normalizers.Replace(tokenizers.Regex(' {2,}'), ' '),
                normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase(),
                precompiled()]
    return unigram(['<pad>', '<unk>', '[CLS]', '[SEP]'], '[MASK]',
                   normalizers.Sequence(cleaning), '[CLS] $A [SEP]')
)py";

// Every character of the planes that have any, and a sixteenth of the others, between letters,
// between digits and after a space. The tokens are the results of splitting.
constexpr const char* kSplits = R"py(
def make():
    tokenizer = tokenizers.Tokenizer(models.WordLevel({'?': 0}, unk_token='?'))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return tokenizer

codes = [*range(0xd800), *range(0xe000, 0x34000), *range(0xe0000, 0xe1000),
         *range(0x34000, 0x110000, 16)]
parts = [codes[i : i + 16] for i in range(0, len(codes), 16)]
strings = [''.join(f'x{c}x1{c}1 {c}.' for c in map(chr, part)) for part in parts]
)py";

// The ids of the strings by the `tokenizers` package: a string is its length and bytes, the number
// of its ids and the ids. Every tenth string also has those without special tokens.
constexpr const char* kExpected = R"py(
if model is None:
    model = 'tokenizer.json'
    make().save(model)
tokenizer = tokenizers.Tokenizer.from_file(model)
tokenizer.no_padding()
tokenizer.no_truncation()
odd = set(globals().get('EDGES', ()))
texts = [text for at, text in enumerate(strings) if at % part == 0 or text in odd]
with open('expected', 'wb') as out:
    number = lambda *values: array.array('i', values).tofile(out)
    for at, (text, encoding) in enumerate(zip(texts, tokenizer.encode_batch(texts))):
        data = text.encode()
        number(len(data))
        out.write(data)
        number(len(encoding.ids), *encoding.ids)
        if at % 10 == 0:
            plain = tokenizer.encode(text, add_special_tokens=False).ids
            number(len(plain), *plain)
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

// `prelude` sets `model`, a file, or None and the function make(). Of the strings one in five and
// the odd ones, unless exhaustive.
void expect_same_ids(const std::string& prelude, const std::string& model, std::size_t strings) {
  const TemporaryFolder folder;
  const std::size_t part = test::is_exhaustive() ? 1 : 5;
  const std::string root = "root = '" SONDE_SOURCE_DIR "'\npart = " + std::to_string(part) + "\n";
  ASSERT_TRUE(folder.python(root + kStrings + prelude + kExpected));
  std::ifstream expected(folder.path() / "expected", std::ios::binary);
  const auto tokenizer = Tokenizer::load(folder.path() / model);
  std::size_t count = 0;
  for (; expected.peek() != EOF; ++count) {
    std::string text(static_cast<std::size_t>(read_number(expected)), '\0');
    expected.read(text.data(), static_cast<std::streamsize>(text.size()));
    std::vector<std::int32_t> ids, plain;
    tokenizer.encode(text, ids);
    ASSERT_EQ(ids, read_ids(expected)) << text;
    if (count % 10 != 0) continue;
    tokenizer.encode_plain(text, plain);
    ASSERT_EQ(plain, read_ids(expected)) << text;
  }
  EXPECT_GE(count, strings / part);
}

TEST(Tokenizer, GivesTheIdsOfThePythonPackage) {
  expect_same_ids(std::string("model = '") + kModel + "'\n", kModel, 50'000);
}

TEST(Tokenizer, GivesThoseOfRobertasBytes) {
  expect_same_ids("model = None\n" + std::string(kByteLevel), "tokenizer.json", 50'000);
}

// Another library of regular expressions may have another edition of Unicode.
TEST(Tokenizer, SplitsAtEveryCharacterAsThePythonPackage) {
  expect_same_ids("model = None\n" + std::string(kSplits), "tokenizer.json", 16'960);
}

TEST(Tokenizer, GivesThoseOfXlmRobertasPieces) {
  expect_same_ids("model, family = None, 'xlm-roberta'\n" + std::string(kUnigram), "tokenizer.json",
                  50'000);
}

TEST(Tokenizer, GivesThoseOfAlbertsPieces) {
  expect_same_ids("model, family = None, 'albert'\n" + std::string(kUnigram), "tokenizer.json",
                  50'000);
}

}  // namespace tokenizer_slow_test
}  // namespace sonde
