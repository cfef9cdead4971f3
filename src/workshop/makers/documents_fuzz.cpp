#include "workshop/makers/documents.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "formats/utf8.h"
#include "sonde/error.h"
#include "text/sentences.h"

// Text that was read can be cut into sentences of a table.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static sonde::SentenceSplitter splitter("en");
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const auto form : {sonde::DocumentForm::kText, sonde::DocumentForm::kJsonLines}) {
    std::istringstream in(text);
    sonde::DocumentReader reader(in, "fuzz", form, "text");
    try {
      for (sonde::Paragraph paragraph; reader.next(paragraph);) {
        if (paragraph.text.empty() || paragraph.document == 0) std::abort();
        std::vector<std::string> sentences;
        splitter.split(paragraph.text, sentences);
        for (const auto& sentence : sentences) {
          const bool whole = sonde::find_invalid_utf8(sentence) == sentence.npos;
          const auto odd = sentence.find_first_of(std::string_view("\0\t\n\r", 4));
          if (!whole || sentence.empty() || odd != sentence.npos) std::abort();
        }
      }
    } catch (const sonde::Error&) {
    }
  }
  return 0;
}
