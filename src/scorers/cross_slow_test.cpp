// Cross-encoders against transformers' and sentence-transformers' scores
// (tools/golden/make_golden_cross.py), and what is wrong with their folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "encoders/model_copy_test.h"
#include "scorers/pairs_test.h"

namespace sonde {
namespace cross_slow_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

using test::item_of;
using test::Pairs;
using test::scores_of;

const std::vector<std::string> kLong{std::string(120, 'a') + " dog", "The cat sleeps."};

std::unique_ptr<Scorer> cross(const fs::path& folder, const std::string& options = "") {
  return make_scorer(parse_spec("cross:" + folder.string() + options), {"mine", 1});
}

class CrossGolden : public testing::TestWithParam<std::string> {
 protected:
  fs::path folder() const { return test::golden_folder("cross-" + GetParam()); }
  Pairs pairs() const { return read_json(folder() / "expected.json").at("pairs"); }
  // The options of the first case, ready for more.
  std::string first_options() const {
    const auto expected = read_json(folder() / "expected.json");
    const auto options = expected.at("cases")[0].at("options").get<std::string>();
    return "?" + options + (options.empty() ? "" : "&");
  }
};

TEST_P(CrossGolden, ScoresAreThoseOfTransformers) {
  const auto expected = read_json(folder() / "expected.json");
  ASSERT_GE(expected.at("cases").size(), 4U);
  for (const auto& golden : expected.at("cases")) {
    for (const std::string kernels : {"own", "library"}) {
      const auto options = golden.at("options").get<std::string>();
      SCOPED_TRACE(options + kernels);
      const auto scorer =
          cross(folder(), "?" + options + (options.empty() ? "" : "&") + "kernels=" + kernels);
      const auto scores = scores_of(*scorer, pairs());
      const auto wanted = golden.at("scores").get<std::vector<double>>();
      ASSERT_EQ(scores.size(), wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(scores[i], wanted[i], 1e-5) << i;
    }
  }
}

TEST_P(CrossGolden, ScoresDoNotDependOnTheBatch) {
  for (const std::string precision : {"f32", "bf16", "int8"}) {
    if (!test::computes(precision)) continue;
    const auto scorer = cross(folder(), first_options() + "precision=" + precision);
    Pairs all = pairs();
    const auto together = scores_of(*scorer, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double alone = scores_of(*scorer, {all[i]})[0];
      EXPECT_EQ(std::memcmp(&alone, &together[i], sizeof alone), 0) << precision << i;
    }
    std::ranges::reverse(all);
    auto turned = scores_of(*scorer, all);
    std::ranges::reverse(turned);
    EXPECT_EQ(turned, together) << precision;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CrossGolden,
                         testing::Values("bert", "distilbert", "roberta", "mpnet", "electra",
                                         "deberta"));

class Cross : public testing::Test {
 protected:
  void copy(const std::string& model) { test::copy_model(model, folder_.path()); }

  void change(const std::string& file, const std::function<void(json&)>& edit) {
    test::change_json(folder_, file, edit);
  }

  std::string error(const std::string& options = "", ErrorKind kind = ErrorKind::kInput) {
    return test::error_line(folder_, kind, [&] {
      const auto scorer = cross(folder_.path(), options);
      scores_of(*scorer, {kLong});
    });
  }

  double score(const std::string& options = "") {
    return scores_of(*cross(folder_.path(), options), {kLong})[0];
  }

  test::Folder folder_;
};

TEST_F(Cross, WhatIsCutIsRemarkedOfEachText) {
  const auto scorer = cross(test::golden_folder("cross-bert"), "?max_tokens=9");
  Item item = item_of(kLong);
  item.texts.push_back({"The dog paints a very quiet bridge near the old river today."});
  item.rows.push_back({"", {1, 2}});
  std::vector<double> out(2);
  scorer->score({&item, 1}, out);
  const auto remarks = scorer->remarks();
  ASSERT_EQ(remarks.size(), 3U);
  EXPECT_EQ(remarks[0].tokens, 2U);  // a word that is too long is one token
  EXPECT_EQ(remarks[0].kept, 2U);
  EXPECT_EQ(remarks[1].tokens, 4U);
  EXPECT_EQ(remarks[1].kept, 3U);  // six tokens are left to both, and both are longer than three
  EXPECT_GT(remarks[2].tokens, 9U);
  EXPECT_EQ(remarks[2].kept, 3U);
}

TEST_F(Cross, ARowOfThreeSentencesIsUndefined) {
  const auto scorer = cross(test::golden_folder("cross-bert"));
  EXPECT_TRUE(std::isnan(scores_of(*scorer, {{"a", "b", "c"}})[0]));
  EXPECT_EQ(scores_of(*scorer, {}).size(), 0U);
}

TEST_F(Cross, IsAnotherSubjectWithOtherFilesAndOptions) {
  copy("cross-roberta");
  const auto what = [&](const std::string& options) {
    return cross(folder_.path(), options)->identity().what;
  };
  const Digest before = what("?label=neutral");
  EXPECT_EQ(cross(test::golden_folder("cross-roberta"), "?label=neutral")->identity().what, before);
  EXPECT_EQ(what("?label=NEUTRAL"), before);
  for (const char* options : {"?label=entailment", "?label=neutral&order=both",
                              "?label=neutral&order=second", "?label=neutral&max_tokens=9"}) {
    EXPECT_NE(what(options), before) << options;
  }
  for (const char* file : {"config.json", "tokenizer.json"}) {
    const auto document = read_json(folder_.path() / file);
    folder_.write(file, document.dump() + "\n");
    EXPECT_NE(what("?label=neutral"), before) << file;
  }
}

TEST_F(Cross, TheActivationIsTheFolders) {
  copy("cross-bert");
  const double sigmoid = score();
  folder_.write(
      "config_sentence_transformers.json",
      R"({"model_type": "CrossEncoder", "activation_fn": "torch.nn.modules.linear.Identity"})");
  EXPECT_NEAR(1 / (1 + std::exp(-score())), sigmoid, 1e-12);
  folder_.write("config_sentence_transformers.json", R"({"activation_fn": "mine.Softplus"})");
  EXPECT_THAT(error(), AllOf(HasSubstr("'mine.Softplus'"), HasSubstr("Sigmoid and Identity")));
}

TEST_F(Cross, WhatSentenceTransformersSavesBesideIsRead) {
  copy("cross-bert");
  const double before = score();
  folder_.write(
      "modules.json",
      R"([{"path": "", "type": "sentence_transformers.base.modules.transformer.Transformer"}])");
  folder_.write(
      "sentence_bert_config.json",
      R"({"transformer_task": "sequence-classification", "module_output_name": "scores"})");
  EXPECT_EQ(score(), before);
  change("modules.json", [](json& list) { list.push_back(list[0]); });
  EXPECT_THAT(error(), HasSubstr("modules other than a Transformer"));
}

TEST_F(Cross, AnotherClassIsToldAndIgnoredKeysArePassedOver) {
  copy("cross-bert");
  change("config.json", [](json& config) { config["architectures"] = {"MyRanker"}; });
  const auto scorer = cross(folder_.path());
  const auto& facts = scorer->identity().facts;
  const auto found =
      std::ranges::find(facts, "assumed", &std::pair<std::string, std::string>::first);
  ASSERT_NE(found, facts.end());
  EXPECT_THAT(found->second, HasSubstr("MyRanker"));
  change("config.json", [](json& config) { config["turns_about"] = 3; });
  EXPECT_THAT(error(), AllOf(HasSubstr("turns_about"), HasSubstr("ignore=")));
  EXPECT_FALSE(std::isnan(score("?ignore=turns_about")));
  for (const std::string key : {"hidden_size", "id2label", "pooler_hidden_act"}) {
    change("config.json", [&](json& config) { config.emplace(key, nullptr); });
    EXPECT_THAT(error("?ignore=turns_about," + key, ErrorKind::kUsage),
                HasSubstr("sonde reads '" + key + "'"));
  }
}

TEST_F(Cross, OldTokenizersPutTwoSentencesTogetherToo) {
  for (const auto& [name, options, files] :
       std::vector<std::tuple<std::string, std::string, std::vector<std::string>>>{
           {"bert", "", {"vocab.txt"}},
           {"roberta", "?label=neutral", {"vocab.json", "merges.txt"}}}) {
    const test::Folder folder;
    test::copy_model("cross-" + name, folder.path());
    const double before = scores_of(*cross(folder.path(), options), {kLong})[0];
    fs::remove(folder.path() / "tokenizer.json");
    for (const auto& file : files) {
      fs::copy(test::golden_folder("old-tokenizers") / name / file, folder.path() / file);
    }
    EXPECT_EQ(scores_of(*cross(folder.path(), options), {kLong})[0], before) << name;
  }
}

TEST_F(Cross, LabelsThatAreNotThere) {
  copy("cross-distilbert");
  EXPECT_THAT(error("", ErrorKind::kUsage),
              AllOf(HasSubstr("'contradiction', 'entailment', 'neutral'"), HasSubstr("label=")));
  EXPECT_THAT(error("?label=similar", ErrorKind::kUsage),
              AllOf(HasSubstr("no label 'similar'"), HasSubstr("'entailment'")));
  change("config.json", [](json& config) { config["id2label"].erase("2"); });
  EXPECT_THAT(error("?label=entailment"),
              AllOf(HasSubstr("names 2 labels"), HasSubstr("has 3 classes")));
  change("config.json", [](json& config) { config.erase("id2label"); });
  EXPECT_THAT(error("", ErrorKind::kUsage), HasSubstr("'LABEL_0', 'LABEL_1', 'LABEL_2'"));
  change("config.json",
         [](json& config) { config["problem_type"] = "multi_label_classification"; });
  EXPECT_THAT(error("?label=LABEL_1"), HasSubstr("'problem_type'"));
}

TEST_F(Cross, BadOptions) {
  copy("cross-bert");
  EXPECT_THAT(error("?label=LABEL_0", ErrorKind::kUsage), HasSubstr("'label'"));
  EXPECT_THAT(error("?order=third", ErrorKind::kUsage), HasSubstr("order"));
  EXPECT_THAT(error("?max_tokens=4", ErrorKind::kUsage), HasSubstr("no token for each sentence"));
  EXPECT_THAT(error("?max_tokens=97", ErrorKind::kUsage), HasSubstr("max_tokens"));
  for (const std::string option : {"pooling=mean", "dims=8", "quantize=int8"}) {
    EXPECT_THAT(error("?" + option, ErrorKind::kUsage), HasSubstr("unknown option"));
  }
  EXPECT_FALSE(std::isnan(score("?max_tokens=5")));
}

TEST_F(Cross, FoldersThatAreNoCrossEncoder) {
  EXPECT_THAT(error(), HasSubstr("no config.json"));
  const auto error_of = [&](const std::string& model) {
    return test::error_line(folder_, ErrorKind::kInput, [&] { cross(test::golden_folder(model)); });
  };
  EXPECT_THAT(error_of("plain-bert"),
              AllOf(HasSubstr("no head for classes ('classifier.weight')"), HasSubstr("hf:")));
  EXPECT_THAT(error_of("llama"), AllOf(HasSubstr("'llama'"), HasSubstr("deberta-v2")));
  EXPECT_THAT(error_of("lora-bert"), HasSubstr("is an adapter"));
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kUsage,
                               [&] { make_scorer(parse_spec("cross:"), {"mine", 1}); }),
              HasSubstr("cross:FOLDER"));
}

// Works as for hf:.
TEST_F(Cross, ANameIsLookedUpInTheCache) {
  const fs::path repository = folder_.path() / "models--own--tiny";
  fs::create_directories(repository / "snapshots");
  test::copy_model("cross-bert", repository / "snapshots" / "abc");
  folder_.write("models--own--tiny/refs/main", "abc\n");
  ScorerContext context{"mine", 1};
  context.encoders.resources.hubs = {folder_.path()};
  const auto found = make_scorer(parse_spec("cross:own/tiny"), context);
  EXPECT_EQ(found->identity().what, cross(test::golden_folder("cross-bert"))->identity().what);
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                               [&] { make_scorer(parse_spec("cross:own/other"), context); }),
              HasSubstr("neither a folder nor a model in the Hugging Face cache"));
}

TEST_F(Cross, TypesAreAskedForByTheTokenizer) {
  copy("cross-bert");
  const double before = score();
  change("tokenizer_config.json", [](json& config) {
    config["model_input_names"] = {"input_ids", "attention_mask", "token_type_ids"};
  });
  EXPECT_EQ(score(), before);
  change("tokenizer_config.json",
         [](json& config) { config["model_input_names"] = {"input_ids", "attention_mask"}; });
  EXPECT_NE(score(), before);
}

TEST_F(Cross, AnUnreadKeyIsAnError) {
  copy("cross-bert");
  folder_.write("config_sentence_transformers.json", R"({"__version__": {}, "prompts": {}})");
  EXPECT_NO_THROW(score());
  fs::remove(folder_.path() / "config_sentence_transformers.json");
  const auto tell = [&](const json& part) {
    change("config.json", [&](json& config) { config["sentence_transformers"] = part; });
  };
  tell({{"version", "5.0"}, {"activation_fn", "torch.nn.modules.linear.Identity"}});
  EXPECT_NO_THROW(score());
  tell({{"version", "5.0"}, {"temperature", 2}});
  EXPECT_THAT(error(), AllOf(HasSubstr("config.json"), HasSubstr("ignore=temperature")));
  EXPECT_NO_THROW(score("?ignore=temperature"));
  tell(nullptr);
  folder_.write("config_sentence_transformers.json", R"({"temperature": 2})");
  EXPECT_THAT(error(), AllOf(HasSubstr("'temperature'"), HasSubstr("ignore=temperature")));
}

class JoinedSentences : public Cross, public testing::WithParamInterface<std::string> {};

INSTANTIATE_TEST_SUITE_P(Models, JoinedSentences, testing::Values("bert", "roberta", "mpnet"));

// transformers builds the processor by the class.
TEST_P(JoinedSentences, AreThoseOfTheTokenizersClass) {
  copy("cross-" + GetParam());
  const std::string options = GetParam() == "roberta" ? "?label=neutral" : "";
  const std::string first = GetParam() == "bert" ? "[CLS]" : "<s>";
  const std::string last = GetParam() == "bert" ? "[SEP]" : "</s>";
  const double before = score(options);
  const auto token = [](const std::string& name, int type) {
    return json{{"SpecialToken", {{"id", name}, {"type_id", type}}}};
  };
  const auto sentence = [](const char* name, int type) {
    return json{{"Sequence", {{"id", name}, {"type_id", type}}}};
  };
  change("tokenizer.json", [&](json& document) {
    json ids = json::object();
    for (const auto& name : {first, last}) {
      const auto id = document["model"]["vocab"].at(name);
      ids[name] = {{"id", name}, {"ids", {id}}, {"tokens", {name}}};
    }
    document["post_processor"] = {{"type", "TemplateProcessing"},
                                  {"single", {token(first, 0), sentence("A", 0), token(last, 0)}},
                                  {"pair", {sentence("A", 0), token(last, 1), sentence("B", 0)}},
                                  {"special_tokens", ids}};
  });
  EXPECT_EQ(score(options), before);
  change("tokenizer_config.json",
         [](json& config) { config["tokenizer_class"] = "TokenizersBackend"; });
  EXPECT_NE(score(options), before);
}

TEST_F(Cross, ATokenizerForSingleSentences) {
  copy("cross-bert");
  change("tokenizer_config.json",
         [](json& config) { config["tokenizer_class"] = "TokenizersBackend"; });
  change("tokenizer.json", [](json& document) { document["post_processor"]["pair"].erase(3); });
  EXPECT_THAT(error(), AllOf(HasSubstr("tokenizer.json"), HasSubstr("two sentences")));
  change("tokenizer.json", [](json& document) { document["post_processor"] = nullptr; });
  EXPECT_THAT(error(), HasSubstr("two sentences"));
  change("tokenizer.json", [](json& document) { document["post_processor"] = {{"type", 7}}; });
  EXPECT_THAT(error(), HasSubstr("tokenizer.json"));
}

}  // namespace cross_slow_test
}  // namespace sonde
