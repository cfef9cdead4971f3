#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "data/spec_text.h"
#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {
namespace spec_test {

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(Spec, AUrlStaysWhole) {
  const Spec spec = parse_spec("openai:http://host:80/v1?model=m");
  EXPECT_EQ(spec.location, "http://host:80/v1");
  EXPECT_EQ(spec.name, "host:80/v1?model=m");
  EXPECT_EQ(text_without_folders(spec), "openai:http://host:80/v1?model=m");
}

TEST(ParseSpec, TakesAllPartsApart) {
  const Spec spec = parse_spec("base=hf:models/minilm?pooling=mean&layer=6&group=small%20ones");
  EXPECT_EQ(spec.name, "base");
  EXPECT_EQ(spec.text, "hf:models/minilm?pooling=mean&layer=6&group=small%20ones");
  EXPECT_EQ(spec.kind, "hf");
  EXPECT_EQ(spec.location, "models/minilm");
  EXPECT_EQ(spec.group, "small ones");
  EXPECT_EQ(spec.options,
            (std::map<std::string, std::string>{{"layer", "6"}, {"pooling", "mean"}}));
}

TEST(ParseSpec, ANameEndsAtTheFirstEqualsSignWhereNothingElseCameBefore) {
  EXPECT_EQ(parse_spec("a-1._Z=minilm").name, "a-1._Z");
  EXPECT_EQ(parse_spec("minilm?layer=6").kind, "minilm");
  EXPECT_EQ(parse_spec("exec:python3 x=1").location, "python3 x=1");
  EXPECT_EQ(parse_spec("a=exec:python3 x=1").location, "python3 x=1");
  EXPECT_EQ(parse_spec("folder/a=b").kind, "folder/a=b");  // no name: a / comes before
}

TEST(ParseSpec, MakesShortNames) {
  EXPECT_EQ(parse_spec("minilm").name, "minilm");
  EXPECT_EQ(parse_spec("minilm?layer=words").name, "minilm?layer=words");
  EXPECT_EQ(parse_spec("minilm?group=g&layer=words&group2=x").name, "minilm?layer=words&group2=x");
  EXPECT_EQ(parse_spec("hf:path/to/folder").name, "folder");
  EXPECT_EQ(parse_spec("hf:path/to/folder//?a=b%20c").name, "folder?a=b%20c");
  EXPECT_EQ(parse_spec("hf:org/name").name, "name");
  EXPECT_EQ(parse_spec("hf:.").name, "hf:.");
  EXPECT_EQ(parse_spec("hf:../..").name, "hf:../..");
  EXPECT_EQ(parse_spec("hf:/").name, "hf:/");
}

TEST(ParseSpec, ALocationMayHoldColonsAndAValueAnything) {
  const Spec spec = parse_spec("openai:http://host:80/v1?model=m?x:y&prompt=a%26b%3Dc%25");
  EXPECT_EQ(spec.location, "http://host:80/v1");
  EXPECT_EQ(spec.options.at("model"), "m?x:y");
  EXPECT_EQ(spec.options.at("prompt"), "a&b=c%");
}

TEST(ParseSpec, AUrlHasItsParametersBeforeTheOptions) {
  const std::string url = "https://r.example/deployments/d/embeddings?api-version=2024-02-01&x=y";
  const Spec spec = parse_spec("openai:" + url + "?model=m&prompt=why?");
  EXPECT_EQ(spec.location, url);
  EXPECT_EQ(spec.options.at("model"), "m");
  EXPECT_EQ(spec.options.at("prompt"), "why?");
  EXPECT_EQ(parse_spec(text_without_folders(spec)).location, url);
  EXPECT_EQ(parse_spec("openai:http://h?model=m&prompt=is it? yes").options.at("prompt"),
            "is it? yes");
}

const std::string kSecret = "sk-0123456789abcdefABCDEF";

// Wherever they are written, and not in the message.
TEST(ParseSpec, RefusesSecrets) {
  for (const std::string& text :
       {std::string("openai:http://h/v1?model=m&key=hidden99"),
        std::string("openai:http://h/v1?api-key=hidden99&model=m"),
        std::string("azure:https://h?model=m&Subscription-Key=hidden99"),
        std::string("openai:http://user:hidden99@h/v1?model=m"),
        std::string("openai:http://hidden99@h/v1"),
        std::string("a=exec:python3 e.py --api-key hidden99"),
        std::string("exec:python3 e.py --token=hidden99"),
        std::string("exec:API_KEY=hidden99 e.sh"),
        std::string("exec:curl -H 'Authorization: hidden99'?x=1") + "&password=hidden99",
        std::string(R"(openai:http://h?extra={"user": "me", "api_key": "hidden99"})"),
        std::string("openai:http://h?extra=%7B%22token%22%3A%22hidden99%22%7D"),
        std::string("openai:http://h?model=m&%6bey=hidden99"),
        std::string("openai:http://h?model=m&header=api-key=hidden99"),
        std::string("openai:http://h?model=m&header=api-key:hidden99,key=hidden99"),
        std::string("openai:http://h?header=x=A&api-key=HIDDEN"),
        std::string("openai:http://h?sig=hidden99?model=m"),
        "openai:http://h/" + kSecret,
        "openai:http://h?model=" + kSecret,
        "openai:http://h?key_env=" + kSecret,
        std::string("exec:env OPENAI_API_KEY=hidden99 python3 enc.py"),
        std::string("exec:env PGPASSWORD=hidden99 python3 enc.py"),
        std::string("exec:env DB_PASS=\"hidden99\" python3 enc.py"),
        std::string("exec:env MYSQL_PWD=hidden99 x"),
        std::string("exec:curl -u me:hidden99 http://h"),
        std::string("exec:curl -ume:hidden99 http://h"),
        std::string("exec:curl --user=me:hidden99 http://h"),
        std::string("exec:db -phidden99"),
        std::string("exec:/usr/bin/mysqldump -u me -phidden"),
        std::string("exec:sshpass -p hidden99 ssh h"),
        std::string("exec:sh -c 'redis-cli -a hidden99 get x'"),
        std::string("exec:openssl enc -passin pass:hidden99"),
        std::string("exec:curl -H 'X-Api-Key: hidden99' http://h"),
        std::string("exec:curl -H X-Api-Key:hidden99 http://h"),
        std::string("exec:curl -H 'Cookie: a' -H \"authorization: hidden99\""),
        std::string("exec:e.py --hf-token hidden99"),
        std::string("exec:e.py --pass hidden99"),
        std::string("exec:e.py --pwd hidden99"),
        std::string("exec:e.py --bearer hidden99"),
        std::string("exec:e.py --dbPassword hidden99"),
        std::string("exec:e.py -token 'hidden99'"),
        std::string("exec:e.py --say Bearer hidden99hidden99"),
        std::string("exec:python3 enc.py glpat-hidden99abcdefghijk"),
        std::string("exec:e.py gho_hidden99abcdefghijklmn"),
        std::string("exec:e.py SG.hidden99abcdef.ghijkabcdefghijkabcdefghijk"),
        std::string("exec:e.py eyJhbGciOiJI.eyJzdWIiOiIx.hidden99"),
        std::string("hf:m?prompt=eyJhbGciOiJI.eyJzdWIiOiIx.hidden99"),
        std::string("openai:https://h?X-Amz-Signature=hidden99?model=m"),
        kSecret + "=minilm",
        "exec:e.sh " + kSecret,
        "openai:http://h?" + kSecret,
        "hf:org/name?prompt=hf_" + std::string(30, 'x')}) {
    const std::string error = error_of([&] { parse_spec(text); });
    EXPECT_NE(error.find("key_env"), std::string::npos) << text << ": " << error;
    EXPECT_EQ(error.find("hidden99"), std::string::npos) << error;
    EXPECT_EQ(error.find(kSecret), std::string::npos) << error;
  }
}

TEST(ParseSpec, TakesWhatOnlySoundsLikeASecret) {
  for (const char* text :
       {"openai:http://h/v1?model=m&key_env=OPENAI_API_KEY",
        "hf:models/token",
        "openai:http://h?model=m&header=api-key=AZURE_KEY,Authorization=GATEWAY_2&prompt=x",
        "openai:http://h?model=m&header=api-key%3DK",
        "vectors:key.npy?sentences=token.txt",
        "vectors:e.safetensors?sentences=s.txt&tensor=token",
        "hf:m?prompt=Represent the token: ",
        "hf:sk-learn/tiny",
        "mask=minilm",
        "exec:e.py --passage a.txt --max-tokens 512 --tokenizer bert --password-file path",
        "exec:e.py -p 8080 --port 80 -p8080:80 -pooling mean -pretrainedVectors w.vec",
        "exec:python -u enc.py",
        "exec:mysql_loader.py -port 80",
        "exec:docker run -u 1000:1000 -u http://h:80/ image",
        "exec:e.py --pad-token PAD --eos_token=EOS --sort-key title --first-pass fast",
        "exec:env TOKENIZERS_PARALLELISM=false PWD=/home/me OMP_NUM_THREADS=8 e.py",
        "exec:e.py --use-auth true --auth --fast --token $HF_TOKEN --key server.pem --pass 2",
        "exec:sh -c 'curl -H \"Authorization: $KEY\" http://h'",
        "exec:e.py --no-password fast",
        "hf:m?prompt=Bearer of news: ",
        "hf:m?prompt=The key: what is its token?",
        "openai:http://h?extra={\"max_tokens\": 5000, \"pad_token\": \"PAD\"}",
        "exec:python3 keys.py --tokens 5",
        "hf:m@main",
        "openai:http://h?model=text-embedding-3-small&max_tokens=10"}) {
    EXPECT_NO_THROW(parse_spec(text)) << text;
  }
}

TEST(ParseSpec, RefusesWhatIsNoSpecification) {
  EXPECT_NE(error_of([] { parse_spec(""); }).find("names no kind"), std::string::npos);
  EXPECT_NE(error_of([] { parse_spec("name="); }).find("names no kind"), std::string::npos);
  EXPECT_NE(error_of([] { parse_spec("m?layer"); }).find("not KEY=VALUE"), std::string::npos);
  EXPECT_NE(error_of([] { parse_spec("m?a=1&&b=2"); }).find("not KEY=VALUE"), std::string::npos);
  EXPECT_NE(error_of([] { parse_spec("m?a=1&a=2"); }).find("twice"), std::string::npos);
  EXPECT_NE(error_of([] { parse_spec("m?a=%zz"); }).find("%25"), std::string::npos);
  EXPECT_NE(error_of([] { parse_spec("m?a=%2"); }).find("%25"), std::string::npos);
}

std::string percent_encoded(const std::string& text) {
  constexpr char kDigits[] = "0123456789aBcDeF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return encoded;
}

TEST(ParseSpec, DecodesEveryByte) {
  EXPECT_TRUE(rc::check([](const std::string& value) {
    const Spec spec = parse_spec("kind?value=" + percent_encoded(value));
    RC_ASSERT(spec.options.at("value") == value);
  }));
}

TEST(ParseSpec, NeverFailsOtherwiseThanWithAnError) {
  EXPECT_TRUE(rc::check([] {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("a=:?&%/2")));
    try {
      const Spec spec = parse_spec(text);
      RC_ASSERT(!spec.name.empty());
      RC_ASSERT(!spec.kind.empty());
    } catch (const Error&) {
    }
  }));
}

TEST(Options, GivesWhatIsThereAndTheRestOtherwise) {
  const Spec spec = parse_spec("k?n=7&x=0.5&f=yes&t=word&c=two");
  Options options(spec);
  EXPECT_EQ(options.integer("n", 1, 0, 7), 7);
  EXPECT_EQ(options.integer("m", -1, 0, 7), -1);
  EXPECT_EQ(options.count("n", 1, 0, 7), 7U);
  EXPECT_EQ(options.count("q", 9, 0, 7), 9U);
  EXPECT_EQ(options.number("x", 2), 0.5);
  EXPECT_TRUE(options.flag("f", false));
  EXPECT_EQ(options.text("t", ""), "word");
  EXPECT_EQ(options.choice("c", "one", {"one", "two"}), "two");
  EXPECT_TRUE(options.has("c"));
  EXPECT_FALSE(options.has("d"));
  options.done();
}

TEST(Options, SuggestsTheNearestNameForAnUnknownOption) {
  const Spec spec = parse_spec("k?poling=mean");
  Options options(spec);
  options.text("pooling", "mean");
  options.text("layer", "");
  EXPECT_NE(error_of([&] { options.done(); }).find("did you mean 'pooling'?"), std::string::npos);
  Options none(spec);
  EXPECT_NE(error_of([&] { none.done(); }).find("has no options"), std::string::npos);
}

TEST(Options, RefusesValuesOfAnotherKind) {
  const Spec spec = parse_spec("k?n=7x&x=inf&f=maybe&c=tow&h=99");
  Options options(spec);
  EXPECT_NE(error_of([&] { options.integer("n", 1, 0, 9); }).find("whole"), std::string::npos);
  EXPECT_NE(error_of([&] { options.integer("h", 1, 0, 9); }).find("0 to 9"), std::string::npos);
  EXPECT_NE(error_of([&] { options.number("x", 1); }).find("finite"), std::string::npos);
  EXPECT_NE(error_of([&] { options.flag("f", true); }).find("true or false"), std::string::npos);
  EXPECT_NE(error_of([&] { options.choice("c", "one", {"one", "two"}); }).find("'two'?"),
            std::string::npos);
}

TEST(Spec, TextWithoutFoldersIsEqualWhereverThingsLie) {
  const auto text = [](const char* spec) { return text_without_folders(parse_spec(spec)); };
  EXPECT_EQ(text("x=hf:/home/me/models/minilm/?layer=6&prompt=a/b"),
            "hf:minilm?layer=6&prompt=a/b");
  EXPECT_EQ(text("hf:minilm"), "hf:minilm");
  EXPECT_EQ(text("random?seed=2"), "random?seed=2");
  EXPECT_EQ(text("vectors:a/v.npy?sentences=/home/me/s.txt&tensor=x"),
            "vectors:v.npy?sentences=s.txt&tensor=x");
  EXPECT_EQ(text("tfidf?fit=../s.txt&x="), "tfidf?fit=s.txt&x=");
  EXPECT_EQ(text("tfidf?"), "tfidf");
  EXPECT_EQ(text("amr-cn:a,b?vectors=words:/home/me/w.vec"), "amr-cn:a,b?vectors=words:w.vec");
  EXPECT_EQ(text("hf:m?prompt=see: this"), "hf:m?prompt=see: this");
  EXPECT_EQ(text("smatch:/home/me/a.amr,../b.amr?seed=2"), "smatch:a.amr,b.amr?seed=2");
  EXPECT_EQ(parse_spec("tfidf?fit=/home/me/s.txt&group=a").name, "tfidf?fit=s.txt");
}

}  // namespace spec_test
}  // namespace sonde
