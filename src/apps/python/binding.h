// Declarations that the sources of the Python module share: bindings, and how objects are held.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
// All in one place: without them a cast fails only when it is made.
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "sonde/error.h"
#include "sonde/matrix.h"

namespace sonde {

struct Extension;

namespace nb = nanobind;

// One area each, a source file each.
void bind_errors(nb::module_& module);
void bind_objects(nb::module_& module);
void bind_run(nb::module_& module);
void bind_run_file(nb::module_& module);
void bind_compare(nb::module_& module);
void bind_encode(nb::module_& module);
void bind_stats(nb::module_& module);
void bind_listings(nb::module_& module);
void bind_program(nb::module_& module, const Extension& extension);

// A Python object that any thread may hold and let go of.
using Held = std::shared_ptr<nb::object>;
Held hold(nb::object object);

// Arrays from Python, row by row. python/sonde/ makes them from the caller's input.
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using DoubleRows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using FloatRows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// If Python's call raises sonde.Error, it is one of our errors in transit. Needs the GIL.
[[noreturn]] void throw_own(nb::python_error& error);

// Calls a method. With the GIL.
template <class... Words>
nb::object ask(const nb::handle& object, const char* method, Words&&... words) {
  try {
    return object.attr(method)(std::forward<Words>(words)...);
  } catch (nb::python_error& error) {
    throw_own(error);
  }
}

template <class T>
using Array = nb::ndarray<nb::numpy, T>;

// The value of a word that was given, if it was.
template <class T>
void read_word(const nb::dict& words, const char* name, T& into) {
  if (!words.contains(name)) return;
  try {
    into = nb::cast<T>(words[name]);
  } catch (const nb::cast_error&) {
    throw usage_error("'" + std::string(name) + "' has the wrong type");
  }
}

// A NumPy array that owns the numbers.
template <class T>
Array<T> array_of(std::vector<T> numbers, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(numbers));
  const nb::capsule owner(kept,
                          [](void* gone) noexcept { delete static_cast<std::vector<T>*>(gone); });
  return Array<T>(kept->data(), shape, owner);
}

template <class T>
Array<T> array_of(const Matrix<const T>& matrix) {
  std::vector<T> numbers;
  numbers.reserve(matrix.rows() * matrix.columns());
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    numbers.insert(numbers.end(), matrix[row].begin(), matrix[row].end());
  }
  return array_of(std::move(numbers), {matrix.rows(), matrix.columns()});
}

}  // namespace sonde
