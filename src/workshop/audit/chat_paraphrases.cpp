#include "workshop/audit/chat_paraphrases.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "outside/replies/stored_replies.h"
#include "sonde/error.h"
#include "sonde/subject.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/audit/line_kinds.h"
#include "workshop/makers/fusions/fusion.h"
#include "workshop/makers/option_table.h"

namespace sonde {
namespace {

constexpr std::array<MakerOption, 2> kParaphraseOptions{
    {{"temperature", "X", "0 to 2; default: 0.7"},
     {"ledger", "FILE", "file with all questions and replies; default: OUT.ledger"}}};

// After the instruction, so that servers may cache the text before.
constexpr const char* kParaphrasePrompt =
    "Put this sentence into other words, as another person would, in the same language. Do not "
    "change its meaning, names or numbers. Reply with the new sentence alone.\n";

std::multiset<std::string> numbers_of(const AuditSentence& sentence) {
  std::multiset<std::string> numbers;
  for (const auto& word : sentence.words()) {
    if (!is_number(word.lower)) continue;
    std::string digits;
    std::ranges::copy_if(word.lower, std::back_inserter(digits), is_ascii_digit);
    numbers.insert(digits.empty() ? std::to_string(number_word(word.lower)) : digits);
  }
  return numbers;
}

std::set<std::string> listed_names_of(const AuditSentence& sentence, const NameList& names) {
  CorpusNames by_kind;
  add_names(sentence, names, by_kind);
  std::set<std::string> found;
  for (const auto& [kind, of_kind] : by_kind) found.insert(of_kind.begin(), of_kind.end());
  return found;
}

bool has_another_length(const std::string& sentence, const std::string& text) {
  constexpr std::size_t kFurther = 6;  // words: a short sentence may need a longer one
  const std::size_t words = count_words(text), of_sentence = count_words(sentence);
  return 2 * words < of_sentence || words > 2 * of_sentence + kFurther;
}

struct ChatAttempt {
  std::string text, why;
};

class Paraphraser {
 public:
  Paraphraser(const ParaphraseOptions& options, const RuleSources& sources, Observer& observer)
      : options_(options),
        sources_(sources),
        observer_(observer),
        ledger_(options.ledger),
        server_(observed_server(options.chat.server)),
        answers_(server_, ledger_) {}

  std::vector<ChatAttempt> all(const std::vector<AuditText>& sentences) {
    std::vector<ChatAttempt> attempts(sentences.size());
    observer_.begin("asking for paraphrases", sentences.size());
    parallel_for(sentences.size(), 1, options_.chat.parallel, [&](std::size_t at, std::size_t) {
      if (observer_.stop()) throw_asking_stopped();
      attempts[at] = attempt(sentences[at].text);
      const std::scoped_lock lock(mutex_);
      observer_.advance(++done_);
    });
    return attempts;
  }
  std::uint64_t asked() const { return answers_.asked(); }

 private:
  JsonServerOptions observed_server(JsonServerOptions server) {
    server.note = [this](const std::string& line) {
      const std::scoped_lock lock(mutex_);
      observer_.note(line);
    };
    server.stop = [this] { return observer_.stop(); };
    return server;
  }

  // The first usable answer, or the last with the reason why it isn't.
  ChatAttempt attempt(const std::string& sentence) {
    ChatAttempt last;
    for (std::uint64_t draw = 0; draw < options_.chat.draws; ++draw) {
      const Fusion answer = fusion_of(ask(sentence, draw));
      last = {answer.sentence, answer.unusable};
      if (last.why.empty()) last.why = why_no_paraphrase(sentence, last.text, sources_);
      if (last.why.empty()) break;
    }
    return last;
  }

  ChatAnswer ask(const std::string& sentence, std::uint64_t draw) {
    ChatQuestion question{options_.chat.model, "", kParaphrasePrompt + sentence,
                          options_.chat.parameters};
    if (options_.chat.seed) question.parameters["seed"] = *options_.chat.seed + draw;
    const std::string& url = options_.chat.server.url;
    const auto check = [&](const std::string& body) { read_chat_answer(body, url); };
    return read_chat_answer(answers_.ask(chat_request(question), draw, check), url);
  }

  const ParaphraseOptions& options_;
  const RuleSources& sources_;
  Observer& observer_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  Ledger ledger_;
  JsonServer server_;
  StoredReplies answers_;
};

}  // namespace

std::span<const MakerOption> paraphrase_option_table() {
  static const auto table = [] {
    auto all = joined({chat_option_table(), kParaphraseOptions, server_option_table()});
    std::erase_if(all, [](const MakerOption& one) { return one.name == "seed"; });
    return all;
  }();
  return table;
}

ParaphraseOptions read_paraphrase_options(const std::map<std::string, std::string>& given,
                                          const std::filesystem::path& ledger,
                                          const Variable& variable) {
  const Spec spec{"sonde audit", "", "audit", "", "", given};
  Options read(spec);
  ParaphraseOptions options{read_chat_options(read, 0.7, variable), {}};
  options.ledger = read.text("ledger", ledger.string());
  read.done();
  return options;
}

std::string why_no_paraphrase(const std::string& sentence, const std::string& text,
                              const RuleSources& sources) {
  const AuditSentence before(sentence), after(text);
  if (lower_case(sentence) == lower_case(text)) return "the same sentence";
  if (const auto why = why_no_sentence(text, sources.language); !why.empty()) {
    return std::string(why);
  }
  if (has_another_length(sentence, text)) return "another length";
  if (before.has_negation() != after.has_negation()) return "another negation";
  if (numbers_of(before) != numbers_of(after)) return "another number";
  const NameList& names = sources.lists.names;
  if (listed_names_of(before, names) != listed_names_of(after, names)) return "another name";
  return {};
}

ChatParaphrases ask_paraphrases(const AuditTexts& texts, const ParaphraseOptions& options,
                                const RuleSources& sources, Observer& observer) {
  Paraphraser paraphraser(options, sources, observer);
  const auto attempts = paraphraser.all(texts.sentences);
  ChatParaphrases found;
  for (std::size_t at = 0; at < attempts.size(); ++at) {
    if (attempts[at].why.empty()) {
      found.pairs.emplace_back(texts.sentences[at].text, attempts[at].text);
    } else {
      ++found.refused[attempts[at].why];
    }
  }
  found.asked = paraphraser.asked();
  return found;
}

}  // namespace sonde
