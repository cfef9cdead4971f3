#include "python/objects.h"

#include <deque>
#include <map>
#include <string>
#include <utility>

#include "sonde/scorer.h"

namespace sonde {
namespace {

// By handle, or by the kind of a plugin. Never destroyed: Python may have ended before. Read and
// written with the GIL.
std::map<std::string, nb::object>& objects() {
  static auto* all = new std::map<std::string, nb::object>;
  return *all;
}

// Names of kinds, which the tables view.
std::string_view kept(std::string text) {
  static auto* texts = new std::deque<std::string>;
  return texts->emplace_back(std::move(text));
}

nb::dict options_of(const Spec& spec) {
  nb::dict options;
  for (const auto& [key, value] : spec.options) options[key.c_str()] = value;
  return options;
}

std::unique_ptr<Encoder> make_python_encoder(const Spec& spec, const EncoderContext&) {
  const nb::gil_scoped_acquire gil;
  return encoder_of(object_of(spec));
}

void add_encoder(const std::string& name, const std::string& form, const std::string& help,
                 const nb::object& factory) {
  add_encoder_kind({kept(name), kept(form), kept(help), make_python_encoder});
  objects()["encoder " + name] = factory;
}

}  // namespace

LentObjects::~LentObjects() {
  const nb::gil_scoped_acquire gil;
  for (const auto& handle : handles_) objects().erase(handle);
}

Spec LentObjects::spec_of(const nb::handle& subject) {
  if (nb::isinstance<nb::str>(subject)) return parse_spec(nb::cast<std::string>(subject));
  static std::uint64_t next = 0;
  const std::string handle = std::to_string(next++);
  Spec spec;
  spec.name = nb::cast<std::string>(subject[0]);
  spec.group = nb::cast<std::string>(subject[1]);
  spec.kind = "python";
  spec.location = handle + "/" + spec.name;  // of which a run file keeps the last part
  spec.text = spec.kind + ":" + spec.name;
  objects()[handle] = nb::borrow(subject[2]);
  handles_.push_back(handle);
  return spec;
}

nb::object object_of(const Spec& spec) {
  if (spec.kind != "python") {
    const auto plugin = objects().find("encoder " + spec.kind);
    return plugin->second(spec.location, options_of(spec));
  }
  const auto found = objects().find(spec.location.substr(0, spec.location.find('/')));
  if (found == objects().end()) {
    throw usage_error("'" + spec.text + "' names no object of this program",
                      "give the object itself to sonde.run, or name its class with --plugin");
  }
  return found->second;
}

nb::list list_of(std::span<const Text> texts) {
  nb::list list;
  for (const auto& text : texts) list.append(nb::str(text.text.data(), text.text.size()));
  return list;
}

void bind_objects(nb::module_& module) {
  add_encoder_kind({"python", "python:NAME", "an object of a Python program, given to sonde.run",
                    make_python_encoder});
  module.def("add_encoder", add_encoder);
}

}  // namespace sonde
