#include <exception>
#include <filesystem>

#include "apps/python/binding.h"

namespace sonde {
namespace {

std::string kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return "usage";
    case ErrorKind::kInput:
      return "input";
    case ErrorKind::kOutside:
      return "outside";
    case ErrorKind::kInterrupted:
      return "interrupted";
  }
  return "outside";
}

// Text of files may be no UTF-8.
nb::object text_of(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

void raise(const Error& error) {
  try {
    const nb::object type = nb::module_::import_("sonde._error").attr("Error");
    const Place& place = error.place();
    const nb::object raised = type(
        kind_name(error.kind()), text_of(error.message()), text_of(place.file), place.line,
        text_of(place.column), text_of(place.item), text_of(error.advice()), text_of(error.what()));
    PyErr_SetObject(type.ptr(), raised.ptr());
  } catch (nb::python_error& other) {
    other.restore();
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    raise(error);
  } catch (const std::filesystem::filesystem_error& error) {
    raise(outside_error(error.code().message(), {error.path1().string()},
                        "check the path and its permissions"));
  }
}

ErrorKind error_kind_named(const std::string& name) {
  for (const auto kind : {ErrorKind::kUsage, ErrorKind::kInput, ErrorKind::kInterrupted}) {
    if (kind_name(kind) == name) return kind;
  }
  return ErrorKind::kOutside;
}

}  // namespace

void throw_own(nb::python_error& error) {
  const nb::object type = nb::module_::import_("sonde._error").attr("Error");
  if (!error.matches(type)) throw error;
  const nb::handle raised = error.value();
  const auto text = [&](const char* name) { return nb::cast<std::string>(raised.attr(name)); };
  Place place{text("file"), nb::cast<std::size_t>(raised.attr("line")), text("column"),
              text("item")};
  throw Error(error_kind_named(text("kind")), text("message"), std::move(place), text("advice"));
}

Held hold(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* held) {
            const nb::gil_scoped_acquire gil;
            if (gil.is_valid()) delete held;  // else Python has ended, and its memory with it
          }};
}

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace sonde
