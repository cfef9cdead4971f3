// Late interaction against sentence-transformers' similarities (tools/golden/make_golden_late.py),
// and errors in such folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "encoders/model_copy_test.h"
#include "scorers/pairs_test.h"

namespace sonde {
namespace colbert_slow_test {

namespace fs = std::filesystem;
using nlohmann::json;
using test::item_of;
using test::Pairs;
using test::scores_of;
using testing::AllOf;
using testing::HasSubstr;

std::unique_ptr<Scorer> colbert(const fs::path& folder, const std::string& options = "",
                                std::size_t threads = 1) {
  ScorerContext context{"mine", 1};
  context.encoders.threads = threads;
  return make_scorer(parse_spec("colbert:" + folder.string() + options), context);
}

class ColbertGolden : public testing::TestWithParam<std::string> {
 protected:
  fs::path folder() const { return test::golden_folder("late-" + GetParam()); }
  json expected() const { return read_json(folder() / "expected.json"); }
};

TEST_P(ColbertGolden, SimilaritiesAreThoseOfSentenceTransformers) {
  const json all = expected();
  const auto pairs = all.at("pairs").get<Pairs>();
  ASSERT_EQ(all.at("cases").size(), 5U);
  for (const auto& golden : all.at("cases")) {
    for (const std::string kernels : {"own", "library"}) {
      const auto options = golden.at("options").get<std::string>();
      SCOPED_TRACE(options + " " + kernels);
      const auto scorer =
          colbert(folder(), "?kernels=" + kernels + (options.empty() ? "" : "&" + options));
      const auto scores = scores_of(*scorer, pairs);
      const auto wanted = golden.at("scores").get<std::vector<double>>();
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_NEAR(scores[i], wanted[i], 1e-5 * std::max(1.0, std::abs(wanted[i]))) << i;
      }
    }
  }
}

TEST_P(ColbertGolden, SimilaritiesDoNotDependOnBatchOrderAndThreads) {
  for (const std::string precision : {"f32", "bf16", "int8"}) {
    if (!test::computes(precision)) continue;
    Pairs pairs = expected().at("pairs").get<Pairs>();
    const auto together = scores_of(*colbert(folder(), "?precision=" + precision, 2), pairs);
    const auto scorer = colbert(folder(), "?precision=" + precision);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const double alone = scores_of(*scorer, {pairs[i]})[0];
      EXPECT_EQ(std::memcmp(&alone, &together[i], sizeof alone), 0) << precision << i;
    }
    std::ranges::reverse(pairs);
    auto turned = scores_of(*scorer, pairs);
    std::ranges::reverse(turned);
    EXPECT_EQ(turned, together) << precision;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ColbertGolden,
                         testing::Values("modernbert", "mpnet", "plain", "pylate", "stanford"));

class Colbert : public testing::Test {
 protected:
  void copy(const std::string& model) { test::copy_model(model, folder_.path()); }

  void set(const std::string& file, const std::string& key, const json& value) {
    test::change_json(folder_, file, [&](json& all) { all[key] = value; });
  }

  std::string error(const std::string& options = "", ErrorKind kind = ErrorKind::kInput) const {
    return test::error_line(folder_, kind, [&] {
      scores_of(*colbert(folder_.path(), options), {{"A dog.", "A cat."}});
    });
  }

  std::string fact(const std::string& name, const std::string& options = "") const {
    const auto scorer = colbert(folder_.path(), options);
    for (const auto& [fact, value] : scorer->identity().facts) {
      if (fact == name) return value;
    }
    return {};
  }

  test::Folder folder_;
};

TEST_F(Colbert, EveryKeyOfItsModulesIsReadHarmlessOrAnError) {
  copy("late-modernbert");
  const std::string mask = "3_MultiVectorMask/config.json";
  for (const std::string file :
       {"1_Dense/config.json", "3_MultiVectorMask/config.json", "4_Normalize/config.json",
        "sentence_bert_config.json", "config_sentence_transformers.json"}) {
    set(file, "turns_about", 3);
    EXPECT_THAT(error(), AllOf(HasSubstr("turns_about"), HasSubstr("ignore="))) << file;
    EXPECT_EQ(fact("dimension", "?ignore=turns_about"), "6");
    set(file, "turns_about", nullptr);
  }
  for (const std::string key : {"in_features", "skiplist_words", "document_length"}) {
    EXPECT_THAT(error("?ignore=" + key, ErrorKind::kUsage), HasSubstr("sonde reads '" + key + "'"));
  }
  set(mask, "keep_only_token_ids", {7});
  EXPECT_THAT(error(), HasSubstr("keep_only_token_ids"));
  set(mask, "keep_only_token_ids", nullptr);
  set("4_Normalize/config.json", "module_input_name", "sentence_embedding");
  EXPECT_THAT(error(), HasSubstr("token_embeddings"));
}

TEST_F(Colbert, EveryKeyOfStanfordsIsReadHarmlessOrAnError) {
  copy("late-stanford");
  const std::string file = "artifact.metadata";
  set(file, "nway", 64);
  set(file, "meta", {{"hostname", "h"}});
  EXPECT_THAT(fact("assumed"), Not(HasSubstr("similarity")));
  set(file, "weighs_tokens", true);
  EXPECT_THAT(error(), AllOf(HasSubstr(file), HasSubstr("ignore=weighs_tokens")));
  EXPECT_EQ(fact("dimension", "?ignore=weighs_tokens"), "8");
  EXPECT_THAT(error("?ignore=weighs_tokens,doc_maxlen", ErrorKind::kUsage),
              HasSubstr("sonde reads 'doc_maxlen'"));
  set(file, "weighs_tokens", nullptr);
  set(file, "similarity", "l2");
  EXPECT_THAT(fact("assumed"), HasSubstr("similarity MaxSim, though the folder names l2"));
  set(file, "interaction", "flipr");
  EXPECT_THAT(error(), AllOf(HasSubstr("'interaction' is \"flipr\""), HasSubstr("colbert")));
}

TEST_F(Colbert, APromptThatTheFolderLacksIsAnError) {
  copy("late-modernbert");
  EXPECT_THAT(error("?query=qeury", ErrorKind::kUsage), HasSubstr("did you mean 'query'?"));
  EXPECT_NO_THROW(colbert(folder_.path(), "?query=qeury%20&document=query"));
}

TEST_F(Colbert, QueriesAreFilledUpAsTheFolderSays) {
  copy("late-modernbert");
  EXPECT_EQ(fact("queries filled up"), "to 12 tokens by [SEP], not attended");
  const auto expand = [&](const json& value) {
    set("sentence_bert_config.json", "query_expansion", value);
  };
  expand({{"strategy", "longest"}, {"length", 9}});
  EXPECT_THAT(error(), HasSubstr("fixed, min"));
  expand({{"strategy", "min"}, {"length", 9}, {"attend", true}});
  EXPECT_EQ(fact("queries filled up"), "to at least 9 tokens by [MASK], attended");
  expand({{"strategy", "min"}, {"length", 9}, {"weight", 2}});
  EXPECT_THAT(error(), HasSubstr("'weight'"));
  expand({{"strategy", "min"}, {"length", 9}, {"token", "nowhere"}});
  EXPECT_THAT(error(), HasSubstr("'nowhere'"));
  expand({{"strategy", "fixed"}, {"length", 200}});
  EXPECT_THAT(error(), HasSubstr("96 positions"));
  expand({{"strategy", "fixed"}, {"length", 9}});
  set("tokenizer_config.json", "padding_side", "left");
  EXPECT_THAT(error(), HasSubstr("padding_side"));
  expand(nullptr);
  EXPECT_EQ(fact("queries filled up"), "none");
}

TEST_F(Colbert, OtherFoldersAreTold) {
  EXPECT_THAT(error(), HasSubstr("no config.json"));
  const auto of = [&](const std::string& model) {
    return test::error_line(folder_, ErrorKind::kInput,
                            [&] { colbert(test::golden_folder(model)); });
  };
  EXPECT_THAT(of("plain-bert"), HasSubstr("HF_ColBERT"));
  copy("late-modernbert");
  test::change_json(folder_, "modules.json", [](json& all) {
    all[3]["type"] = "sentence_transformers.multi_vector_encoder.modules.HierarchicalTokenPooling";
  });
  EXPECT_THAT(error(), HasSubstr("HierarchicalTokenPooling"));
  test::change_json(folder_, "modules.json", [](json& all) { all.erase(3); });
  EXPECT_THAT(error(), HasSubstr("MultiVectorMask"));
}

// Each folder as each kind: only its own kind reads it, and the others name that kind.
TEST(FolderKinds, OfWrongFoldersAreNamed) {
  const std::vector<std::pair<std::string, std::string>> folders{{"splade-bert", "splade"},
                                                                 {"late-modernbert", "colbert"},
                                                                 {"late-pylate", "colbert"},
                                                                 {"late-stanford", "colbert"},
                                                                 {"prompted", "hf"}};
  const test::Folder none;
  for (const auto& [model, own] : folders) {
    const std::string folder = test::golden_folder(model).string();
    for (const std::string kind : {"hf", "splade", "colbert", "cross"}) {
      SCOPED_TRACE(kind + ":" + model);
      const auto make = [&] {
        if (kind == "colbert" || kind == "cross") {
          make_scorer(parse_spec(kind + ":" + folder), {"mine", 1});
        } else {
          test::encoder(kind + ":" + folder);
        }
      };
      if (kind == own) {
        EXPECT_NO_THROW(make());
      } else {
        EXPECT_THAT(test::error_line(none, ErrorKind::kInput, make),
                    AllOf(HasSubstr(": is a"), HasSubstr(" " + own + ":" + folder)));
      }
    }
  }
}

TEST_F(Colbert, WhatIsCutIsRemarkedOfEachText) {
  const auto scorer = colbert(test::golden_folder("late-plain"));
  const std::string longer = "The old man carries a heavy stone over the bridge.";
  Item item = item_of({longer, longer});
  std::vector<double> out(1);
  scorer->score({&item, 1}, out);
  ASSERT_EQ(scorer->remarks().size(), 2U);
  EXPECT_GT(scorer->remarks()[0].tokens, 9U);
  EXPECT_EQ(scorer->remarks()[0].kept, 9U);
  EXPECT_EQ(scorer->remarks()[1].kept, scorer->remarks()[1].tokens);
}

TEST_F(Colbert, RowsOfThreeAndInvisibleTextsAreUndefined) {
  const auto scorer = colbert(test::golden_folder("late-modernbert"));
  const auto scores =
      scores_of(*scorer, {{"a", "b", "c"}, {"A dog.", "\u200b"}, {" ", "A dog."}, {"a", "b"}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(scores[i])) << i;
  EXPECT_TRUE(std::isfinite(scores[3]));
  EXPECT_EQ(scores_of(*scorer, {}).size(), 0U);
}

TEST_F(Colbert, EveryOptionThatChangesASimilarityChangesTheIdentity) {
  const fs::path folder = test::golden_folder("late-modernbert");
  const auto plain = colbert(folder)->identity().what;
  for (const std::string option :
       {"order=second", "order=both", "similarity=meanmaxsim", "query=the ", "document=the "}) {
    EXPECT_NE(colbert(folder, "?" + option)->identity().what, plain) << option;
  }
  EXPECT_EQ(colbert(folder, "?order=first&similarity=maxsim&query=query&document=passage: ")
                ->identity()
                .what,
            plain);
}

TEST_F(Colbert, AnUnknownOptionIsRefused) {
  copy("late-modernbert");
  EXPECT_THAT(error("?pooling=mean", ErrorKind::kUsage), HasSubstr("pooling"));
  EXPECT_THAT(error("?similarity=cosine", ErrorKind::kUsage), HasSubstr("maxsim"));
}

}  // namespace colbert_slow_test
}  // namespace sonde
