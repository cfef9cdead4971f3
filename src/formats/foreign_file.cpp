#include "formats/foreign_file.h"

#include <algorithm>
#include <array>

#include "base/open_file.h"
#include "formats/byte_order_mark.h"
#include "formats/shell_word.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// `mark`: somewhere in the first bytes. Empty: none is needed. In `advice`, FILE is the file, and
// NAME a name for a converted copy.
struct Foreign {
  std::string_view magic, mark, what, advice;
  std::size_t at = 0;    // position of `magic`
  bool is_text = false;  // otherwise a control character is among the first bytes
};

constexpr std::string_view kNoText = "write its sentences into a text file, one per line";
constexpr std::string_view kWebPage = "download the file itself, not its page";
constexpr std::string_view kSheet =
    "save the sheet as CSV in UTF-8: "
    "soffice --headless --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76' FILE";
constexpr std::string_view kPickle =
    "it can run code when read; save what it holds in Python: vectors with numpy.save, word "
    "vectors with KeyedVectors.save_word2vec_format, weights with safetensors";
constexpr std::string_view kVectors =
    "name vectors as an encoder: vectors:FILE?sentences=SENTENCES";

constexpr std::array kForeign{
    Foreign{"GGUF", "", "is a GGUF model",
            "serve it, then name the server: llama-server -m FILE --embeddings --port 8080; "
            "openai:http://127.0.0.1:8080/v1?model=NAME"},
    Foreign{"PAR1", "", "is a Parquet file",
            "convert it to CSV: python3 -c \"import pandas, sys; "
            "pandas.read_parquet(sys.argv[1]).to_csv(sys.argv[2], index=False)\" FILE NAME.csv"},
    Foreign{"ARROW1", "", "is a Feather file",
            "convert it to CSV: python3 -c \"import pandas, sys; "
            "pandas.read_feather(sys.argv[1]).to_csv(sys.argv[2], index=False)\" FILE NAME.csv"},
    Foreign{"\xff\xff\xff\xff", "", "is a stream of Arrow tables",
            "convert it to CSV: python3 -c \"import pyarrow, sys; "
            "pyarrow.ipc.open_stream(open(sys.argv[1], 'rb')).read_pandas().to_csv(sys.argv[2], "
            "index=False)\" "
            "FILE NAME.csv"},
    Foreign{"PK\x03\x04", "opendocument", "is a document of OpenOffice or LibreOffice", kSheet},
    Foreign{"PK\x03\x04", "[Content_Types].xml", "is a document of Excel or Word", kSheet},
    Foreign{"PK\x03\x04", "docProps/", "is a document of Excel or Word", kSheet},
    Foreign{"PK\x03\x04", "_rels/", "is a document of Excel or Word", kSheet},
    Foreign{"PK\x03\x04", "xl/", "is a document of Excel", kSheet},
    Foreign{"\xd0\xcf\x11\xe0", "", "is a document of an old Excel or Word", kSheet},
    Foreign{"PK\x03\x04", ".npy", "is a .npz file",
            "save one of its arrays: python3 -c \"import numpy, sys; arrays = "
            "numpy.load(sys.argv[1]); numpy.save(sys.argv[2], arrays[arrays.files[0]])\" "
            "FILE NAME.npy"},
    Foreign{"PK\x03\x04", "/data.pkl", "is a file of PyTorch", kPickle},
    Foreign{"PK\x03\x04", "", "is a zip archive", "unpack it: unzip FILE"},
    Foreign{"\x80", "", "is a pickle", kPickle},
    Foreign{"\x1f\x8b", "", "is compressed", "unpack it: gzip -dc FILE > NAME"},
    Foreign{"BZh", "", "is compressed", "unpack it: bzip2 -dc FILE > NAME"},
    Foreign{"\xfd"
            "7zXZ",
            "", "is compressed", "unpack it: xz -dc FILE > NAME"},
    Foreign{"\x28\xb5\x2f\xfd", "", "is compressed", "unpack it: zstd -dc FILE > NAME"},
    Foreign{"7z\xbc\xaf", "", "is a 7z archive", "unpack it"},
    Foreign{"Rar!", "", "is a RAR archive", "unpack it"},
    Foreign{"ustar", "", "is a tar archive", "unpack it: tar xf FILE", 257},
    Foreign{"\x89HDF", "", "is an HDF5 file",
            "save its vectors in Python: numpy.save(\"vectors.npy\", h5py.File(...)[NAME])"},
    Foreign{"\x93NUMPY", "", "is a .npy file", kVectors},
    Foreign{"{\"", "", "is a safetensors file", kVectors, 8},
    Foreign{"SQLite format 3", "", "is an SQLite database",
            "if `sonde run` made it, name it to sonde show, compare or export"},
    Foreign{"\x7f"
            "ELF",
            "", "is a program", "an encoder that it is has the form exec:FILE"},
    Foreign{"Obj\x01", "", "is an Avro file",
            "convert it to CSV in Python: fastavro.reader reads it"},
    Foreign{"\x08", "\x12", "is an ONNX model or another Protocol Buffers file",
            "an ONNX model is an encoder: onnx:FILE"},
    Foreign{"\x89PNG", "", "is a picture", kNoText},
    Foreign{"\xff\xd8\xff", "", "is a picture", kNoText},
    Foreign{"(lp0\n", "", "is a pickle", kPickle, 0, true},
    Foreign{"(dp0\n", "", "is a pickle", kPickle, 0, true},
    Foreign{"ccopy_reg\n", "", "is a pickle", kPickle, 0, true},
    Foreign{"cnumpy", "", "is a pickle", kPickle, 0, true},
    Foreign{"<stata_dta>", "", "is a Stata file",
            "convert it to CSV: python3 -c \"import pandas, sys; "
            "pandas.read_stata(sys.argv[1]).to_csv(sys.argv[2], index=False)\" FILE NAME.csv",
            0, true},
    Foreign{"<?xml", "", "is an XML document", kNoText, 0, true},
    Foreign{"%PDF-", "", "is a PDF", "copy its sentences into a text file, one per line", 0, true},
    Foreign{"{\\rtf", "", "is an RTF document", "save it as plain text in UTF-8", 0, true},
    Foreign{"version https://git-lfs", "", "is a pointer of Git LFS, not the file itself",
            "fetch the file: git lfs pull", 0, true},
    Foreign{"<!DOCTYPE html", "", "is a web page", kWebPage, 0, true},
    Foreign{"<!doctype html", "", "is a web page", kWebPage, 0, true},
    Foreign{"<!DOCTYPE HTML", "", "is a web page", kWebPage, 0, true},
    Foreign{"<html", "", "is a web page", kWebPage, 0, true},
    Foreign{"<HTML", "", "is a web page", kWebPage, 0, true},
};

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x09 || (byte > 0x0d && byte < 0x20);
}

bool is_of(const Foreign& kind, std::string_view head) {
  const bool begins = head.size() > kind.at && head.substr(kind.at).starts_with(kind.magic);
  return begins && head.find(kind.mark) != head.npos &&
         (kind.is_text || std::ranges::any_of(head, is_control));
}

// "pairs.tsv.gz" is "pairs.tsv", "pairs.xlsx" is "pairs".
std::string name_of_copy(const std::string& file) {
  const std::filesystem::path path(file);
  const auto stem = path.stem().string();
  return shell_word(path.has_extension() ? stem : stem + ".txt");
}

// The advice on a file. Only a command has a copy's name.
std::string filled(std::string_view advice, const std::string& file) {
  const bool copies = advice.find("FILE NAME") != advice.npos || advice.ends_with("> NAME");
  std::string text;
  while (!advice.empty()) {
    if (advice.starts_with("FILE")) {
      text += shell_word(file);
    } else if (copies && advice.starts_with("NAME")) {
      text += name_of_copy(file);
    } else {
      text += advice.front();
      advice.remove_prefix(1);
      continue;
    }
    advice.remove_prefix(4);
  }
  return text;
}

void refuse_other_encoding(std::string_view head, const std::string& file) {
  const std::string encoding(byte_order_mark(head).encoding);
  if (encoding.empty() || encoding == kUtf8) return;
  // The copy's ending decides how it is read.
  const std::filesystem::path path(file);
  const auto copy = shell_word(path.stem().string() + "-utf8" + path.extension().string());
  throw input_error(
      "the file is " + encoding, {file, 1},
      filled("save it as UTF-8: iconv -f " + encoding + " -t UTF-8 FILE > ", file) + copy);
}

}  // namespace

void refuse_foreign_format(std::string_view head, const std::string& file) {
  const std::string_view first = head.substr(0, kForeignHead);
  refuse_other_encoding(first, file);
  const auto* kind =
      std::ranges::find_if(kForeign, [&](const Foreign& one) { return is_of(one, first); });
  if (kind == kForeign.end()) return;
  throw input_error(std::string(kind->what), {file}, filled(kind->advice, file));
}

void refuse_foreign_format(const std::filesystem::path& file) {
  std::string head;
  try {
    head = bytes_between(file, 0, kForeignHead);
  } catch (const Error&) {
    return;
  }
  refuse_foreign_format(head, file.string());
}

}  // namespace sonde
