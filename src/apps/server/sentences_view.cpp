#include <cmath>

#include "apps/server/bench_views.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr std::size_t kMostSentences = 200;

ServedJson similarity_rows(const EncodedTexts& encoded) {
  ServedJson rows = ServedJson::array();
  for (std::size_t i = 0; i < encoded.vectors.rows(); ++i) {
    ServedJson row = ServedJson::array();
    for (std::size_t j = 0; j < encoded.vectors.rows(); ++j) {
      row.push_back(number_or_null(cosine(encoded.vectors[i], encoded.vectors[j])));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

ServedJson remark_json(const Remark& remark) {
  return {{"tokens", remark.tokens},
          {"kept", remark.kept},
          {"unknown", remark.unknown},
          {"undefined", remark.undefined}};
}

ServedJson tokens_json(LoadedEncoders& encoders, std::size_t subject, std::span<const Text> texts,
                       const Stop& stop) {
  const auto told = encoders.tokens(subject, texts, stop);
  if (!told) return nullptr;
  ServedJson all = ServedJson::array();
  for (const auto& tokens : *told) {
    ServedJson own = ServedJson::array();
    for (const auto& token : tokens) {
      own.push_back({{"text", token.text}, {"special", token.special}, {"kept", token.kept}});
    }
    all.push_back(std::move(own));
  }
  return all;
}

std::vector<Text> asked_sentences(Asked& asked) {
  std::vector<Text> texts;
  for (auto& sentence : asked.texts("sentences", kMostSentences, kLongestSentence)) {
    check_sentence(sentence, "sentence " + std::to_string(texts.size() + 1));
    texts.push_back({std::move(sentence)});
  }
  if (texts.empty()) throw HttpError(400, "enter at least one sentence");
  return texts;
}

}  // namespace

ServedJson number_or_null(double value) {
  return std::isfinite(value) ? ServedJson(value) : ServedJson(nullptr);
}

std::string served_text(const ServedJson& json) {
  return json.dump(-1, ' ', false, ServedJson::error_handler_t::replace) + "\n";
}

ServedJson encoders_view(const LoadedEncoders& encoders) {
  ServedJson all = ServedJson::array();
  for (const auto& subject : encoders.subjects()) {
    ServedJson facts = ServedJson::object();
    for (const auto& [name, fact] : subject.facts) facts[name] = fact;
    all.push_back({{"name", subject.name},
                   {"spec", subject.spec},
                   {"dimension", subject.dimension},
                   {"facts", std::move(facts)}});
  }
  return all;
}

ServedJson sentences_view(LoadedEncoders& encoders, Asked& asked, const Stop& stop) {
  const auto texts = asked_sentences(asked);
  asked.done();
  const auto subjects = encoders.named({});
  const auto encoded = encoders.encode(subjects, texts, Urgency::kView, stop);
  ServedJson all = ServedJson::array();
  for (const std::size_t subject : subjects) {
    ServedJson remarks = ServedJson::array();
    for (const auto& remark : encoded[subject].remarks) remarks.push_back(remark_json(remark));
    all.push_back({{"name", encoders.subjects()[subject].name},
                   {"similarities", similarity_rows(encoded[subject])},
                   {"tokens", tokens_json(encoders, subject, texts, stop)},
                   {"remarks", std::move(remarks)}});
  }
  return {{"encoders", std::move(all)}};
}

}  // namespace sonde
