#include "formats/foreign_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "formats/json/json.h"
#include "formats/lines.h"
#include "formats/testing/formats.h"
#include "formats/toml/toml.h"
#include "formats/words/word_form.h"
#include "sonde/error.h"

namespace sonde {
namespace foreign_file_test {

using testing::HasSubstr;

std::string error_of(const std::string& head, const std::string& file = "f") {
  try {
    refuse_foreign_format(head, file);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "no error";
}

// Every reader of text, JSON and TOML, from a file and from memory.
TEST(ForeignFile, TextOfAnotherEncodingIsNamed) {
  using namespace std::string_literals;
  const std::vector<std::pair<std::string, std::string>> all{{"\xff\xfe{\0"s, "UTF-16"},
                                                             {"\xfe\xff\0{"s, "UTF-16"},
                                                             {"\xff\xfe\0\0{\0\0\0"s, "UTF-32"},
                                                             {"\0\0\xfe\xff\0\0\0{"s, "UTF-32"}};
  const TemporaryFolder folder;
  for (const auto& [text, encoding] : all) {
    const auto file = folder.write("x.txt", text);
    const auto read_lines = [&] {
      LineReader reader(file);
      std::string_view line;
      reader.next(line);
    };
    const std::string want = "x.txt:1: the file is " + encoding;
    const std::string advice =
        "iconv -f " + encoding + " -t UTF-8 " + file.string() + " > x-utf8.txt";
    for (const auto& error :
         {input_error_of(read_lines), input_error_of([&] { read_json(file, 1000); }),
          input_error_of([&] { read_toml(file); }),
          input_error_of([&] { find_word_form(PlainFile(file), ""); }),
          error_of(text, file.string())}) {
      EXPECT_THAT(error, testing::AllOf(HasSubstr(want), HasSubstr(advice)));
    }
  }
  const std::string mark = "\xef\xbb\xbf";
  EXPECT_EQ(error_of(mark + "{\"a\": 1}"), "no error");
  EXPECT_EQ(read_json(folder.write("a.json", mark + "{\"a\": 1}"), 1000).at("a"), 1);
  EXPECT_EQ(read_toml(folder.write("a.toml", mark + "a = 1"))["a"].value<int>(), 1);
}

std::string zip(const std::string& first) { return "PK\x03\x04" + std::string(26, '\0') + first; }

TEST(ForeignFile, ItsFirstBytesTellItsKind) {
  const std::string nul(1, '\0');
  for (const auto& [head, kind] : std::vector<std::pair<std::string, std::string>>{
           {"GGUF\x03" + nul, "GGUF"},
           {"PAR1\x15\x04", "Parquet"},
           {"ARROW1" + nul, "Feather"},
           {zip("[Content_Types].xml"), "Excel"},
           {zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), "LibreOffice"},
           {zip("arr_0.npy"), ".npz"},
           {zip("archive/data.pkl"), "PyTorch"},
           {zip("pairs.tsv"), "zip archive"},
           {"\x80\x04\x95", "pickle"},
           {"\x1f\x8b\x08", "gzip -dc"},
           {"BZh91AY&SY\x01", "bzip2 -dc"},
           {"\x89HDF\r\n\x1a\n", "HDF5"},
           {"\x93NUMPY\x01", ".npy"},
           {"\x40" + std::string(7, '\0') + "{\"a\":", "safetensors"},
           {"SQLite format 3" + nul, "SQLite"},
           {"%PDF-1.7\n", "PDF"},
           {std::string(257, '\0') + "ustar", "tar"},
           {"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"},
           {"Obj\x01\x04", "Avro"},
           {"\x08\x07\x12\x07pytorch", "onnx:f"},
           {"\x89PNG\r\n\x1a\n", "picture"},
           {"(lp0\n(lp1\nVa dog\n", "pickle"},
           {"<stata_dta><header>", "Stata"},
           {"<?xml version='1.0'?>", "XML"},
           {"<html><head>", "web page"},
           {"<!DOCTYPE html>", "web page"}}) {
    EXPECT_THAT(error_of(head), HasSubstr(kind)) << head;
  }
}

// Text may begin with the same letters.
TEST(ForeignFile, TextIsRead) {
  for (const std::string text :
       {"", "GGUF is a format of models.\n", "PAR1\tx\n", "BZhou sleeps.\r\n", "Rar!", "7z", "PK",
        "{\"first\": \"a\"}", "01234567{\"a\"", "SQLite format 3 is old.", "(lp0 is no pickle",
        "Objects\tare\n"}) {
    EXPECT_EQ(error_of(text), "no error");
    std::istringstream in(text);
    LineReader lines(in, "f");
    std::string_view line;
    EXPECT_EQ(lines.next(line), !text.empty());
  }
}

TEST(ForeignFile, CommandsNameTheFileAndItsCopy) {
  EXPECT_THAT(error_of("\x1f\x8b\x08", "/a b/NAME's.tsv.gz"),
              HasSubstr(R"(: gzip -dc '/a b/NAME'\''s.tsv.gz' > 'NAME'\''s.tsv')"));
  EXPECT_THAT(error_of("\x1f\x8b\x08", "FILE"), HasSubstr("gzip -dc FILE > FILE.txt"));
  EXPECT_THAT(error_of("PAR1\x15", "FILE.parquet"), HasSubstr(" FILE.parquet FILE.csv"));
}

}  // namespace foreign_file_test
}  // namespace sonde
