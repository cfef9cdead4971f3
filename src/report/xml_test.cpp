#include "report/xml.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace sonde {
namespace xml_test {

TEST(XmlText, KeepsWhatXmlCanHoldAndNothingElse) {
  EXPECT_EQ(xml_text("a <b> & \"c\" 'd'"), "a &lt;b&gt; &amp; &quot;c&quot; 'd'");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
  EXPECT_EQ(xml_text("one\ntwo\tthree\r"), "one&#10;two&#9;three\\x0d");
  EXPECT_EQ(xml_text(std::string_view("\0\x1b\x7f", 3)), "\\x00\\x1b\\x7f");
  EXPECT_EQ(xml_text("\xc2\x85"), "\\x85");                                     // a control of C1
  EXPECT_EQ(xml_text("\xef\xbf\xbe\xef\xbf\xbf"), "\xef\xbf\xbd\xef\xbf\xbd");  // U+FFFE, U+FFFF
  EXPECT_EQ(xml_text("\xef\xbf\xbd"), "\xef\xbf\xbd");
  EXPECT_EQ(xml_text("\xff\xef"), "\xef\xbf\xbd\xef\xbf\xbd");          // no UTF-8
  EXPECT_EQ(xml_text("\xed\xa0\x80").find("\xed"), std::string::npos);  // a surrogate
  EXPECT_EQ(xml_text("\xf0\x9f\x90\x88 \xc3\xa9"), "\xf0\x9f\x90\x88 \xc3\xa9");
}

RC_GTEST_PROP(XmlText, HasNoMarkupOrControlsWhateverTheBytes, (const std::string& bytes)) {
  const std::string text = xml_text(bytes);
  RC_ASSERT(std::ranges::none_of(text, [](char c) {
    return c == '<' || c == '>' || c == '"' || static_cast<unsigned char>(c) < 0x20;
  }));
  for (std::size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    const std::string name = text.substr(at, text.find(';', at) + 1 - at);
    RC_ASSERT(name == "&amp;" || name == "&lt;" || name == "&gt;" || name == "&quot;" ||
              name == "&#10;" || name == "&#9;");
  }
}

}  // namespace xml_test
}  // namespace sonde
