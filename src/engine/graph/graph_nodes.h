#pragma once

#include <cstdint>
#include <openvino/core/node.hpp>
#include <openvino/op/constant.hpp>
#include <vector>

#include "formats/arrays/safetensors.h"

// Operations of OpenVINO's graph, in the words that builders need.
namespace sonde::graph {

using Node = ov::Output<ov::Node>;

Node integers(const std::vector<std::int64_t>& values);  // [values]
Node integer(std::int64_t value);                        // []
Node real(float value);                                  // []

// A tensor as f32, of the given shape. It shares the tensor's memory if that is aligned.
Node constant(const Tensor& tensor, const ov::Shape& shape);

// The same, but 16-bit numbers stay as they are. The engine converts them when it multiplies.
Node constant_as_stored(const Tensor& tensor, const ov::Shape& shape);

Node add(const Node& a, const Node& b);
Node multiply(const Node& a, const Node& b);
Node gather(const Node& from, const Node& places, std::int64_t axis);
// 0 preserves a dimension.
Node reshape(const Node& in, const std::vector<std::int64_t>& shape);
Node transpose(const Node& in, const std::vector<std::int64_t>& axes);
Node unsqueeze(const Node& in, std::int64_t axis);
ov::OutputVector split(const Node& in, std::int64_t axis, const std::vector<std::size_t>& sizes);
// Rows of a matrix from the first one on, as many as a sentence has tokens.
Node rows_of_places(const Node& matrix, const Node& ids, std::size_t first = 0);
Node floats(const std::vector<float>& values, const ov::Shape& shape);

// Token ids are [sentences, length].
Node length_of(const Node& ids);  // [1]
// Places 0, 1, ... of the tokens: [length].
Node places_of(const Node& ids);
// Key - query for each pair of tokens: [length, length].
Node distances_of(const Node& ids);

}  // namespace sonde::graph
