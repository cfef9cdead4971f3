#include "run/tasks/encoder_subject.h"

#include "base/parse.h"

namespace sonde {

std::string view_name(const EncoderSubject& subject, const Identity& view) {
  if (view.view.empty()) return subject.spec.name;
  // A name made from the options has the lists of views in it: one of each takes its place.
  std::string name = subject.spec.name;
  for (const auto one : parts_of(view.view, '&')) {
    const std::string key(one.substr(0, one.find('=')));
    const auto listed = subject.spec.options.find(key);
    const std::string list =
        listed == subject.spec.options.end() ? std::string() : key + "=" + listed->second;
    const auto at = list.empty() ? name.npos : name.find(list);
    if (at == name.npos) return subject.spec.name + "@" + view.view;
    name.replace(at, list.size(), one);
  }
  return name;
}

}  // namespace sonde
