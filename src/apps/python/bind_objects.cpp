#include "apps/python/bind_objects.h"

#include <deque>
#include <map>
#include <string>
#include <utility>

namespace sonde {
namespace {

// Lent objects, by handle, and the makers of plugins' objects, by family and name. Never destroyed:
// Python may have ended before. Read and written with the GIL.
std::map<std::string, nb::object>& objects() {
  static auto* all = new std::map<std::string, nb::object>;
  return *all;
}

// Texts of rows, which the tables view.
std::string_view kept(const std::string& text) {
  static auto* texts = new std::deque<std::string>;
  return texts->emplace_back(text);
}

nb::dict dict_of(const std::map<std::string, std::string>& values) {
  nb::dict all;
  for (const auto& [key, value] : values) all[key.c_str()] = value;
  return all;
}

nb::object lent_object(const Spec& spec) {
  const auto found = objects().find(spec.location.substr(0, spec.location.find('/')));
  if (found != objects().end()) return found->second;
  throw usage_error("'" + spec.text + "' names no object of this program",
                    "give the object itself to sonde.run, or name its class with --plugin");
}

// The object in a family's row: lent, or a plugin's.
nb::object object_of(const Spec& spec, const std::string& family) {
  const auto plugin = objects().find(family + " " + spec.kind);
  if (plugin == objects().end()) return lent_object(spec);
  return ask(plugin->second, "__call__", spec.location, dict_of(spec.options));
}

std::unique_ptr<Encoder> make_python_encoder(const Spec& spec, const EncoderContext&) {
  const nb::gil_scoped_acquire gil;
  return encoder_of(object_of(spec, "encoder"));
}

std::unique_ptr<Scorer> make_python_scorer(const Spec& spec, const ScorerContext&) {
  const nb::gil_scoped_acquire gil;
  return scorer_of(object_of(spec, "scorer"));
}

struct PluginRow {
  std::string name, form, help;
};

void add_encoder(const PluginRow& row, const nb::object& maker) {
  add_encoder_kind({kept(row.name), kept(row.form), kept(row.help), make_python_encoder});
  objects()["encoder " + row.name] = maker;
}

void add_scorer(const PluginRow& row, const nb::object& maker) {
  add_scorer_kind({kept(row.name), kept(row.form), kept(row.help), make_python_scorer});
  objects()["scorer " + row.name] = maker;
}

// The mark that distinguishes a probe's class from a changed one. Needs the GIL.
std::string& version_of(const std::string& probe) {
  static auto* versions = new std::map<std::string, std::string>;
  return (*versions)[probe];
}

// `version`: the probe's questions change with it, so it is one of a task's settings.
void add_probe(const PluginRow& row, const nb::object& maker, const std::string& version) {
  const std::string name = row.name;
  ProbeKind kind{kept(row.name), kept(row.form), kept(row.help), {}};
  kind.shown.title = kind.help;
  kind.make = [name](const Spec& spec, const std::map<std::string, std::string>& settings) {
    const nb::gil_scoped_acquire gil;
    return probe_of(
        ask(objects().at("probe " + name), "__call__", dict_of(spec.options), dict_of(settings)));
  };
  kind.settle = [name](Settling& settling) {
    const nb::gil_scoped_acquire gil;
    settling.settings["plugin"] = version_of(name);
  };
  add_probe_kind(std::move(kind));
  objects()["probe " + name] = maker;
  version_of(name) = version;
}

// For a notebook cell that runs again. The table's help for the row stays.
void replace_plugin(const std::string& family, const std::string& name, const nb::object& maker,
                    const std::string& version) {
  objects().at(family + " " + name) = maker;
  if (family == "probe") version_of(name) = version;
}

// A specification under a name of its caller's.
Spec named_spec(const nb::handle& subject) {
  Spec spec = parse_spec(nb::cast<std::string>(subject[2]));
  spec.name = nb::cast<std::string>(subject[0]);
  return spec;
}

}  // namespace

LentObjects::~LentObjects() {
  const nb::gil_scoped_acquire gil;
  for (const auto& handle : handles_) objects().erase(handle);
}

Spec LentObjects::spec_of(const nb::handle& subject, std::string_view kind) {
  if (nb::isinstance<nb::str>(subject)) return parse_spec(nb::cast<std::string>(subject));
  if (nb::isinstance<nb::str>(subject[2])) return named_spec(subject);
  static std::uint64_t next = 0;
  const std::string handle = std::to_string(next++);
  Spec spec;
  spec.name = nb::cast<std::string>(subject[0]);
  spec.group = nb::cast<std::string>(subject[1]);
  spec.kind = kind;
  spec.location = handle + "/" + spec.name;  // a run file stores its last part
  spec.text = spec.kind + ":" + spec.name;
  objects()[handle] = nb::borrow(subject[2]);
  handles_.push_back(handle);
  return spec;
}

nb::list list_of(std::span<const Text> texts) {
  nb::list list;
  for (const auto& text : texts) list.append(nb::str(text.text.data(), text.text.size()));
  return list;
}

Identity identity_of(const nb::object& object, std::string_view family) {
  constexpr std::uint64_t kRevision = 1;  // changes when the same object gives other numbers here
  Identity identity;
  identity.sided = nb::cast<bool>(object.attr("sided"));
  identity.what = digest_of(family, kRevision, nb::cast<std::string>(object.attr("key")),
                            std::uint64_t{identity.sided});
  identity.numerics = "unknown: a Python object";
  identity.facts = nb::cast<std::vector<std::pair<std::string, std::string>>>(object.attr("facts"));
  identity.doubt = nb::cast<std::string>(object.attr("doubt"));
  return identity;
}

void bind_objects(nb::module_& module) {
  add_encoder_kind({kPythonEncoder, "python:NAME",
                    "an object of a Python program, given to sonde.run", make_python_encoder});
  add_scorer_kind({kPythonScorer, "python-scorer:NAME",
                   "an object of a Python program, given to sonde.run", make_python_scorer});
  nb::class_<PluginRow>(module, "PluginRow").def(nb::init<std::string, std::string, std::string>());
  module.def("add_encoder", add_encoder);
  module.def("add_scorer", add_scorer);
  module.def("add_probe", add_probe);
  module.def("replace_plugin", replace_plugin);
}

}  // namespace sonde
