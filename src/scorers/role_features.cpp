#include "scorers/role_features.h"

#include "base/counted.h"
#include "base/nan.h"
#include "scorers/phrase_vectors.h"
#include "scorers/role_sentences.h"
#include "scorers/row_scores.h"
#include "sonde/encoder.h"
#include "sonde/error.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

RoleRows read_role_pairs(const Spec& spec, const ScorerContext& context) {
  check_location(spec, "write roles:FILE.json?vectors=SPEC");
  auto roles = read_roles(spec.location);
  if (roles.sides != 2) {
    throw input_error("has the roles of single sentences", {spec.location},
                      "give two frames per row: sonde roles --data CARD");
  }
  if (roles.rows() == context.rows) return roles;
  throw input_error("has the roles of " + counted(roles.rows(), "pair") + ", but the data set '" +
                        context.dataset + "' has " + counted(context.rows, "row"),
                    {spec.location},
                    "give the roles of one data set's pairs; name that with ?data=NAME");
}

Digest digest_of_roles(const RoleRows& roles) {
  Hasher hasher;
  for (const auto& frame : roles.frames) {
    for (const auto& phrase : frame.phrases) hasher.add(phrase);
  }
  return hasher.finish();
}

std::string default_stop_words(const std::string& vectors) {
  return vectors.starts_with("words:") ? "english" : "none";
}

StopWords stop_words_named(const std::string& name) {
  if (name == "none") return {};
  return name == "english" ? StopWords::english() : StopWords::from_file(name);
}

}  // namespace

RoleFeatures::RoleFeatures(const Spec& spec, Options& options, const ScorerContext& context) {
  const std::string vectors = options.text("vectors", "");
  stop_words_ = stop_words_named(options.text("stopwords", default_stop_words(vectors)));
  encoder_ = make_phrase_encoder(vectors, spec.text, context);
  roles_ = read_role_pairs(spec, context);
  if (options.choice("check", "words", {"words", "none"}) == "words") {
    check_roles(spec.location, roles_, context);
  }
  const Identity& view = encoder_->views()[0];
  identity_ = identity_over(view);
  identity_.what = digest_of(std::string_view("role features 1"), digest_of_roles(roles_),
                             view.what, stop_words_.digest());
  identity_.facts = {{"pairs", std::to_string(roles_.rows())},
                     {"vectors", parse_spec(vectors).name}};
  const auto doubts = lines_of_doubts(roles_);
  if (doubts.empty()) return;
  std::string told;
  for (const auto& doubt : doubts) told += (told.empty() ? "" : "; ") + doubt;
  identity_.facts.emplace_back("weaker roles", told);
  if (context.encoders.note) {
    context.encoders.note("'" + spec.name +
                          "': the labeller is weaker at some of its sentences: " + told);
  }
}

std::vector<RoleSimilarities> RoleFeatures::similarities() const {
  std::vector<RoleFrame> frames = roles_.frames;
  std::vector<std::string> phrases;
  for (auto& frame : frames) {
    for (auto& phrase : frame.phrases) {
      if (phrase.empty()) continue;
      phrase = stop_words_.content_of(phrase);
      phrases.push_back(phrase);
    }
  }
  const PhraseVectors vectors(*encoder_, phrases);
  const PhraseCosine cosine_of = [&](const std::string& first, const std::string& second) {
    const auto a = vectors[first], b = vectors[second];
    return a.empty() || b.empty() ? kNaN : cosine(a, b);
  };
  std::vector<RoleSimilarities> similarities;
  for (std::size_t row = 0; row < roles_.rows(); ++row) {
    similarities.push_back(role_similarities(frames[2 * row], frames[2 * row + 1], cosine_of));
  }
  return similarities;
}

}  // namespace sonde
