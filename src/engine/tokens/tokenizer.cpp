#include "engine/tokens/tokenizer.h"

#include <utility>

#include "base/parse.h"
#include "formats/file_bytes.h"
#include "sonde/error.h"

// The interface of tokenizers/src/lib.rs. Results come through callbacks before a function returns.
// Callbacks must not throw.
extern "C" {
struct sonde_tokenizer;
using sonde_take_text = void (*)(void* to, const char* text, std::size_t size);
using sonde_take_ids = void (*)(void* to, const std::uint32_t* ids, std::size_t count);

sonde_tokenizer* sonde_tokenizer_load(const char* json, std::size_t size, const char* rules,
                                      std::size_t rules_size, bool lowers, void* to,
                                      sonde_take_text error);
void sonde_tokenizer_free(sonde_tokenizer*);
void sonde_tokenizer_encode(const sonde_tokenizer*, const char* text, std::size_t size,
                            bool special, void* to, sonde_take_ids take, sonde_take_text error);
void sonde_tokenizer_starts(const sonde_tokenizer*, const char* text, std::size_t size, void* to,
                            sonde_take_ids take, sonde_take_text error);
std::int64_t sonde_tokenizer_id_of(const sonde_tokenizer*, const char* token, std::size_t size);
void sonde_tokenizer_token_of(const sonde_tokenizer*, std::uint32_t id, void* to,
                              sonde_take_text take);
std::size_t sonde_tokenizer_size(const sonde_tokenizer*);
std::int64_t sonde_tokenizer_unknown(const sonde_tokenizer*);
bool sonde_tokenizer_cuts_left(const sonde_tokenizer*);
}

namespace sonde {
namespace {

constexpr std::size_t kLongestFile = std::size_t{256} << 20;

void keep_text(void* to, const char* text, std::size_t size) noexcept {
  static_cast<std::string*>(to)->assign(text, size);
}

// The results of encoding one text.
struct Answer {
  std::vector<std::int32_t>& ids;
  std::optional<std::string> error;

  static void take_ids(void* to, const std::uint32_t* ids, std::size_t count) noexcept {
    auto& all = static_cast<Answer*>(to)->ids;
    all.insert(all.end(), ids, ids + count);
  }
  static void take_error(void* to, const char* text, std::size_t size) noexcept {
    static_cast<Answer*>(to)->error.emplace(text, size);
  }
};

std::optional<std::int32_t> id_or_none(std::int64_t id) {
  if (id < 0 || id > INT32_MAX) return std::nullopt;
  return static_cast<std::int32_t>(id);
}

// The line in the place of a fault, " at line 3 column 5" at the end, which is taken off.
// 0 without one.
std::size_t take_line(std::string& fault) {
  constexpr std::string_view kMark = " at line ";
  const auto mark = fault.rfind(kMark);
  if (mark == fault.npos) return 0;
  const std::string_view number = std::string_view(fault).substr(mark + kMark.size());
  const auto line = parse_number<std::size_t>(number.substr(0, number.find(' ')));
  fault.erase(mark);
  return line.value_or(0);
}

// `error`: a fault and advice, in two lines.
[[noreturn]] void refuse(const std::string& error, const std::string& file, bool has_lines) {
  const auto advice = error.find('\n');
  std::string fault = error.substr(0, advice);
  const std::size_t line = take_line(fault);
  if (!fault.starts_with("contradicts")) fault.insert(0, "is not a tokenizer that sonde can use: ");
  throw input_error(fault, {file, has_lines ? line : 0},
                    advice == error.npos
                        ? "download the model again, or save it with a fast tokenizer"
                        : error.substr(advice + 1));
}

sonde_tokenizer* load_handle(std::string_view text, const std::string& file,
                             const TokenizerSettings& settings, bool has_lines) {
  std::string error;
  sonde_tokenizer* handle =
      sonde_tokenizer_load(text.data(), text.size(), settings.rules.data(), settings.rules.size(),
                           settings.lower_case, &error, keep_text);
  if (handle == nullptr) refuse(error, file, has_lines);
  return handle;
}

}  // namespace

struct Tokenizer::State {
  sonde_tokenizer* handle;
  std::string file;

  State(sonde_tokenizer* loaded, std::string from) : handle(loaded), file(std::move(from)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { sonde_tokenizer_free(handle); }

  void encode(std::string_view text, bool special, std::vector<std::int32_t>& ids) const {
    Answer answer{ids, {}};
    sonde_tokenizer_encode(handle, text.data(), text.size(), special, &answer, Answer::take_ids,
                           Answer::take_error);
    check(answer);
  }

  std::vector<std::int32_t> starts(std::string_view text) const {
    std::vector<std::int32_t> starts;
    Answer answer{starts, {}};
    sonde_tokenizer_starts(handle, text.data(), text.size(), &answer, Answer::take_ids,
                           Answer::take_error);
    check(answer);
    return starts;
  }

  void check(const Answer& answer) const {
    if (!answer.error) return;
    throw input_error("cannot tokenise: " + *answer.error, {file}, "download the model again");
  }
};

Tokenizer Tokenizer::load(const std::filesystem::path& tokenizer_json,
                          const TokenizerSettings& settings) {
  const std::string json = read_file(tokenizer_json, kLongestFile);
  const std::string file = tokenizer_json.string();
  return Tokenizer(std::make_unique<State>(load_handle(json, file, settings, true), file));
}

// The text may be made of other files, whose lines are others.
Tokenizer Tokenizer::parse(std::string_view json, const std::string& file,
                           const TokenizerSettings& settings) {
  return Tokenizer(std::make_unique<State>(load_handle(json, file, settings, false), file));
}

Tokenizer::Tokenizer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

void Tokenizer::encode(std::string_view text, std::vector<std::int32_t>& ids) const {
  state_->encode(text, true, ids);
}

void Tokenizer::encode_plain(std::string_view text, std::vector<std::int32_t>& ids) const {
  state_->encode(text, false, ids);
}

std::vector<std::int32_t> Tokenizer::starts(std::string_view text) const {
  return state_->starts(text);
}

std::optional<std::int32_t> Tokenizer::id_of(std::string_view token) const {
  return id_or_none(sonde_tokenizer_id_of(state_->handle, token.data(), token.size()));
}

std::string Tokenizer::token_of(std::int32_t id) const {
  std::string token;
  if (id >= 0) {
    sonde_tokenizer_token_of(state_->handle, static_cast<std::uint32_t>(id), &token, keep_text);
  }
  return token;
}

std::size_t Tokenizer::vocabulary_size() const { return sonde_tokenizer_size(state_->handle); }

std::optional<std::int32_t> Tokenizer::unknown_id() const {
  return id_or_none(sonde_tokenizer_unknown(state_->handle));
}

bool Tokenizer::cuts_left() const { return sonde_tokenizer_cuts_left(state_->handle); }

const std::string& Tokenizer::file() const { return state_->file; }

}  // namespace sonde
