#include "apps/server/bench_views.h"

namespace sonde {
namespace {

template <class Rows, class Row>
ServedJson list_of(const Rows& rows, const Row& row) {
  ServedJson list = ServedJson::array();
  for (const auto& one : rows) list.push_back(row(one));
  return list;
}

ServedJson title_json(const ProbeKind& kind, const ViewTitle& title) {
  return {{"probe", kind.name}, {"path", title.path}, {"title", title.title}, {"asks", title.asks}};
}

ServedJson menu_json(const ViewMenu& menu) {
  return {{"key", menu.key},
          {"label", menu.label},
          {"is_field", menu.is_field},
          {"choices", list_of(menu.choices, [](const ViewChoice& choice) {
             return ServedJson{
                 {"name", choice.name}, {"says", choice.says}, {"texts", choice.texts}};
           })}};
}

ServedJson numbers_json(std::span<const ViewNumber> numbers) {
  return list_of(numbers, [](const ViewNumber& number) {
    return ServedJson{{"key", number.key}, {"label", number.label}};
  });
}

ServedJson item_json(const ProbeKind& kind, const ItemView& view) {
  ServedJson json = title_json(kind, view.title);
  json["menu"] = menu_json(view.menu);
  json["texts"] = list_of(view.texts, [](const ViewText& text) {
    return ServedJson{
        {"key", text.key}, {"field", text.field}, {"label", text.label}, {"first", text.first}};
  });
  json["similarities"] = numbers_json(view.similarities);
  json["numbers"] = numbers_json(view.numbers);
  json["has_verdict"] = view.has_verdict;
  json["no_plane"] = view.no_plane;
  return json;
}

ServedJson corpus_view_json(const ProbeKind& kind, const CorpusView& view) {
  ServedJson json = title_json(kind, view.title);
  json["figure"] = view.figure;
  json["groups"] = list_of(view.groups, [](const ViewGroup& group) {
    return ServedJson{{"name", group.name},
                      {"option", group.option},
                      {"label", group.label},
                      {"says", group.says},
                      {"mean", group.mean}};
  });
  json["languages"] = list_of(view.languages, [](const ViewLanguage& language) {
    return ServedJson{{"code", language.code}, {"name", language.name}, {"terms", language.terms}};
  });
  json["text"] = view.text;
  return json;
}

}  // namespace

ServedJson probe_views() {
  ServedJson views = ServedJson::array();
  for (const auto& kind : probe_kinds()) {
    if (!kind.forms) continue;
    if (kind.forms->corpus) views.push_back(corpus_view_json(kind, *kind.forms->corpus));
    if (kind.forms->item) views.push_back(item_json(kind, *kind.forms->item));
  }
  return views;
}

}  // namespace sonde
