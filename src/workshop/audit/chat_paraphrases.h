#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "sonde/maker.h"
#include "sonde/observer.h"
#include "workshop/audit/rules.h"
#include "workshop/audit/texts.h"
#include "workshop/audit/variant_set.h"
#include "workshop/makers/server_options.h"

namespace sonde {

// A chat server that paraphrases, and the file that stores its replies.
struct ParaphraseOptions {
  ChatOptions chat;
  std::filesystem::path ledger;
};
std::span<const MakerOption> paraphrase_option_table();
// `ledger`: the default. Errors: as read_chat_options().
ParaphraseOptions read_paraphrase_options(const std::map<std::string, std::string>& given,
                                          const std::filesystem::path& ledger,
                                          const Variable& variable);

struct ChatParaphrases {
  SamePairs pairs;
  std::map<std::string, std::size_t> refused;  // sentences without a paraphrase, by reason
  std::uint64_t asked = 0;                     // questions sent: the ledger had no reply
};
// One for each sentence, checked. Errors: those of StoredReplies, kInterrupted.
ChatParaphrases ask_paraphrases(const AuditTexts& texts, const ParaphraseOptions& options,
                                const RuleSources& sources, Observer& observer);

// Why a text cannot be a paraphrase of a sentence: another language or length, or another negation,
// number or name. Empty if it may be one.
std::string why_no_paraphrase(const std::string& sentence, const std::string& text,
                              const RuleSources& sources);

}  // namespace sonde
