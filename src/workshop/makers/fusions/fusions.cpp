#include "workshop/makers/fusions/fusions.h"

#include <algorithm>
#include <map>

#include "text/sentences.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr const char* kFusionNames[2] = {"s1", "s2"};

// A fusion that is one of the row's sentences would be refused as a target.
void check_repetition(const TripleTable& table, std::size_t row, Fusion& fusion) {
  if (!fusion.unusable.empty()) return;
  for (std::size_t which = 0; which < 3; ++which) {
    if (fusion.sentence == spaced_once(table.sentence(row, which))) {
      fusion.unusable = "repeats a sentence of its row";
    }
  }
}

FusionDraw question_of(const std::string& a, const std::string& b, std::uint64_t number,
                       const FusionOptions& options) {
  FusionDraw draw;
  draw.draw = number;
  draw.words_of_both = count_words(a) + count_words(b);
  draw.limit = word_limit(options.share, draw.words_of_both);
  draw.system = filled(options.prompt.system, a, b, draw.limit);
  draw.user = filled(options.prompt.user, a, b, draw.limit);
  draw.parameters = options.chat.parameters;
  if (options.chat.seed) draw.parameters["seed"] = *options.chat.seed + number;
  return draw;
}

void ask(FusionDraw& draw, const FusionOptions& options, StoredReplies& answers) {
  const std::string request =
      chat_request({options.chat.model, draw.system, draw.user, draw.parameters});
  const std::string& url = options.chat.server.url;
  const auto check = [&](const std::string& body) { read_chat_answer(body, url); };
  draw.answer = read_chat_answer(answers.ask(request, draw.draw, check), url);
  draw.fusion = fusion_of(draw.answer);
  draw.words = count_words(draw.fusion.sentence);
}

bool can_be_used(const std::vector<FusionDraw>& draws) {
  return !draws.empty() && draws.back().fusion.unusable.empty();
}

json line_of(const FusionDraw& draw) {
  json line{{"draw", draw.draw},
            {"system", draw.system},
            {"user", draw.user},
            {"parameters", draw.parameters},
            {"answer", draw.answer.text},
            {"sentence", draw.fusion.sentence},
            {"words", draw.words},
            {"words_of_both", draw.words_of_both},
            {"limit", draw.limit},
            {"over", draw.words > draw.limit},
            {"model", draw.answer.model},
            {"finish", draw.answer.finish},
            {"unusable", draw.fusion.unusable}};
  if (draw.answer.created) line["created"] = *draw.answer.created;
  if (!draw.answer.refusal.empty()) line["refusal"] = draw.answer.refusal;
  return line;
}

}  // namespace

RowFusions fuse_row(const TripleTable& table, std::size_t row, const FusionOptions& options,
                    StoredReplies& answers) {
  RowFusions fusions;
  for (std::size_t which = 0; which < 2; ++which) {
    const std::string& a = table.sentence(row, which);
    const std::string& b = table.sentence(row, which + 1);
    auto& draws = fusions.draws[which];
    for (std::uint64_t number = 0; number < options.chat.draws && !can_be_used(draws); ++number) {
      draws.push_back(question_of(a, b, number, options));
      ask(draws.back(), options, answers);
      check_repetition(table, row, draws.back().fusion);
    }
  }
  return fusions;
}

std::string why_left_out(const RowFusions& fusions) {
  for (const auto& draws : fusions.draws) {
    if (!can_be_used(draws)) return draws.back().fusion.unusable;
  }
  const auto& [first, second] = fusions.draws;
  const bool same = first.back().fusion.sentence == second.back().fusion.sentence;
  return same ? "both fusions are the same" : "";
}

std::string fused_table(const TripleTable& table, const std::vector<RowFusions>& rows) {
  std::string text;
  for (const auto& name : table.header) text += name + "\t";
  text += "s1\ts2\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!why_left_out(rows[row]).empty()) continue;
    for (const auto& field : table.rows[row]) text += field + "\t";
    const auto& [first, second] = rows[row].draws;
    text += first.back().fusion.sentence + "\t" + second.back().fusion.sentence + "\n";
  }
  return text;
}

std::string fusion_lines(const TripleTable& table, const std::vector<RowFusions>& rows,
                         const FusionOptions& options) {
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool used = why_left_out(rows[row]).empty();
    for (std::size_t which = 0; which < 2; ++which) {
      const auto& draws = rows[row].draws[which];
      for (const auto& draw : draws) {
        json line = line_of(draw);
        line["row"] = row + 1;
        line["id"] = table.id(row);
        line["fusion"] = kFusionNames[which];
        line["url"] = options.chat.server.url;
        line["model_asked"] = options.chat.model;
        line["used"] = used && &draw == &draws.back();
        text += line.dump() + "\n";
      }
    }
  }
  return text;
}

json fusion_counts(const std::vector<RowFusions>& rows) {
  json counts{{"rows", rows.size()}, {"kept", 0}, {"over", 0}, {"left_out", json::object()}};
  json models = json::object();
  const auto add = [](json& to, const std::string& name) { to[name] = to.value(name, 0) + 1; };
  for (const auto& row : rows) {
    const std::string why = why_left_out(row);
    for (const auto& draws : row.draws) {
      add(models, draws.back().answer.model);
      if (why.empty() && draws.back().words > draws.back().limit) add(counts, "over");
    }
    if (why.empty()) {
      add(counts, "kept");
    } else {
      add(counts["left_out"], why);
    }
  }
  counts["models"] = models;
  return counts;
}

}  // namespace sonde
