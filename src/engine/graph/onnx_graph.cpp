#include "engine/graph/onnx_graph.h"

#include <algorithm>
#include <cstring>
#include <openvino/opsets/opset13.hpp>
#include <set>
#include <span>
#include <utility>

#include "base/open_file.h"
#include "engine/graph/graph_nodes.h"
#include "engine/weights/openvino_core.h"
#include "formats/file_bytes.h"
#include "formats/foreign_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;
namespace op = ov::opset13;

using graph::Node;

constexpr std::string_view kExport =
    "export it again with dynamic axes, for instance: optimum-cli export onnx --model MODEL "
    "--task feature-extraction FOLDER";

std::string name_of(const Node& node) {
  const auto& names = node.get_names();
  return names.empty() ? node.get_node()->get_friendly_name() : *std::ranges::min_element(names);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// OpenVINO would try a file that does not begin as ONNX models do as one of other libraries'.
void check_start(const std::string& file) {
  constexpr char kFirstField = 0x08;  // the version of the format
  const auto head = bytes_between(file, 0, kForeignHead);
  if (head.starts_with(kFirstField)) return;
  refuse_foreign_format(head, file);
  throw input_error("is not an ONNX model", {file}, "export or download the model again");
}

std::shared_ptr<ov::Model> read_model(const std::string& file) {
  check_start(file);
  try {
    return openvino_core().read_model(file);
  } catch (const ov::Exception& error) {
    throw_onnx_fault(error, file);
  }
}

// The value of an input, whatever the text. Token ids are `ids`.
Node filled(const std::string& name, const Node& ids, const std::string& file) {
  const auto everywhere = [&](const Node& value) -> Node {
    return std::make_shared<op::Broadcast>(value, std::make_shared<op::ShapeOf>(ids));
  };
  if (name == "input_ids") return ids;
  if (name == "attention_mask") return everywhere(graph::integer(1));
  if (name == "token_type_ids") return everywhere(graph::integer(0));
  if (name == "position_ids") return everywhere(graph::places_of(ids));
  throw input_error("takes an input '" + name + "', which sonde can't fill", {file},
                    "it fills input_ids, attention_mask, token_type_ids and position_ids");
}

// A model of one length alone would need padding, and give a padded text's vectors.
void check_shape(const ov::PartialShape& shape, const std::string& name, const std::string& file) {
  if (shape.rank().is_static() && (shape.rank().get_length() != 2 || shape[1].is_static())) {
    throw input_error("its input '" + name + "' has the shape " + shape.to_string() +
                          "; sonde needs texts x tokens of any number",
                      {file}, std::string(kExport));
  }
}

// Rows of the table that token ids are looked up in, or 0 if it isn't seen.
std::size_t rows_looked_up(const Node& ids) {
  for (const auto& target : ids.get_target_inputs()) {
    auto* const node = target.get_node();
    if (dynamic_cast<op::Convert*>(node) != nullptr) return rows_looked_up(node->output(0));
    const auto& table = node->get_input_partial_shape(0);
    const bool looks_up = std::string_view(node->get_type_name()) == "Gather";
    if (looks_up && target.get_index() == 1 && table.is_static()) return table.to_shape().front();
  }
  return 0;
}

std::size_t numbers_in_constants(const ov::Model& model) {
  std::size_t numbers = 0;
  for (const auto& node : model.get_ops()) {
    const auto* const constant = dynamic_cast<const op::Constant*>(node.get());
    const bool weights = constant != nullptr && constant->get_element_type().bitwidth() <= 32;
    if (weights) numbers += ov::shape_size(constant->get_shape());
  }
  return numbers;
}

struct Output {
  std::string name;
  Node node;
  std::int64_t rank = 0;  // 0: not known
};

// Replaces all inputs by one input of token ids.
std::vector<Output> outputs_of_ids(ov::Model& model, const std::shared_ptr<op::Parameter>& ids,
                                   OnnxGraph& graph) {
  bool has_ids = false;
  for (const auto& input : model.get_parameters()) {
    const std::string name = name_of(input->output(0));
    check_shape(input->get_partial_shape(), name, graph.file);
    if (name == "input_ids") graph.vocabulary = rows_looked_up(input->output(0));
    has_ids = has_ids || name == "input_ids";
    const Node value = filled(name, ids, graph.file);
    input->output(0).replace(std::make_shared<op::Convert>(value, input->get_element_type()));
  }
  if (!has_ids) {
    throw input_error("has no input 'input_ids'", {graph.file},
                      "sonde runs models that take token ids and give vectors");
  }
  std::vector<Output> outputs;
  ov::OutputVector nodes;
  for (const auto& result : model.get_results()) nodes.push_back(result->input_value(0));
  ov::Model(nodes, ov::ParameterVector{ids}).validate_nodes_and_infer_types();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto rank = nodes[i].get_partial_shape().rank();
    outputs.push_back(
        {name_of(model.output(i)), nodes[i], rank.is_static() ? rank.get_length() : 0});
  }
  return outputs;
}

[[noreturn]] void refuse_outputs(std::span<const Output> outputs, const std::string& what,
                                 const std::string& file) {
  std::vector<std::string> names;
  for (const auto& output : outputs) names.push_back(output.name);
  throw input_error(what, {file},
                    "name one that gives vectors with output=; it has " + joined(names));
}

Output named(std::span<const Output> outputs, const std::string& name, const std::string& file) {
  const auto found = std::ranges::find(outputs, name, &Output::name);
  if (found == outputs.end()) refuse_outputs(outputs, "has no output '" + name + "'", file);
  if (found->rank != 2 && found->rank != 3) {
    refuse_outputs(outputs, "its output '" + name + "' gives neither tokens' states nor vectors",
                   file);
  }
  return *found;
}

// A sentence's vector if the model makes one, else the states of its tokens.
Output usual(std::span<const Output> outputs, const OnnxWish& wish, const std::string& file) {
  const auto states = std::ranges::find(outputs, 3, &Output::rank);
  const auto vector = std::ranges::find_if(outputs, [](const Output& output) {
    return output.rank == 2 && output.name == "sentence_embedding";
  });
  if (vector != outputs.end() && !(wish.states && states != outputs.end())) return *vector;
  if (states != outputs.end() && states->name != "logits") return *states;
  if (outputs.size() == 1 && outputs[0].rank == 2 && outputs[0].name != "logits") return outputs[0];
  refuse_outputs(outputs, "has none of the usual outputs", file);
}

// The vector in the place of each token's state.
Node for_each_token(const Node& vector, const Node& ids, std::size_t size) {
  const auto shape = std::make_shared<op::Concat>(
      ov::OutputVector{std::make_shared<op::ShapeOf>(ids),
                       graph::integers({static_cast<std::int64_t>(size)})},
      0);
  return std::make_shared<op::Broadcast>(graph::unsqueeze(vector, 1), shape);
}

void finish(OnnxGraph& graph, const Output& output, const std::shared_ptr<op::Parameter>& ids) {
  const auto& shape = output.node.get_partial_shape();
  const auto& size = shape[shape.rank().get_length() - 1];
  if (size.is_dynamic()) {
    throw input_error("its output '" + output.name + "' doesn't say how many numbers it gives",
                      {graph.file}, std::string(kExport));
  }
  graph.output = output.name;
  graph.gives_states = output.rank == 3;
  graph.size = static_cast<std::size_t>(size.get_length());
  Node given = output.node;
  if (!graph.gives_states) given = for_each_token(given, ids, graph.size);
  given = std::make_shared<op::Convert>(given, ov::element::f32);
  graph.model = std::make_shared<ov::Model>(ov::OutputVector{given}, ov::ParameterVector{ids});
  graph.parameters = numbers_in_constants(*graph.model);
}

// The key and value of a tensor's place in another file, as protocol buffers write them.
constexpr std::string_view kLocation = "\x0a\x08location\x12";

// A length of one or two bytes, and so many bytes. Empty if they don't follow.
std::string_view text_at(std::string_view bytes) {
  if (bytes.size() < 2) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const bool two = byte(0) >= 0x80;
  const std::size_t length = two ? (byte(0) & 0x7fU) | std::size_t{byte(1)} << 7U : byte(0);
  const std::string_view rest = bytes.substr(two ? 2 : 1);
  return length <= rest.size() ? rest.substr(0, length) : std::string_view();
}

}  // namespace

OnnxGraph read_onnx_graph(const fs::path& file, const OnnxWish& wish) {
  OnnxGraph graph;
  graph.file = file.string();
  const auto model = read_model(graph.file);
  return guarded(graph.file, [&] {
    const auto ids = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
    const auto outputs = outputs_of_ids(*model, ids, graph);
    finish(graph,
           wish.output.empty() ? usual(outputs, wish, graph.file)
                               : named(outputs, wish.output, graph.file),
           ids);
    return std::move(graph);
  });
}

std::vector<std::string> weights_named(std::string_view bytes) {
  std::set<std::string> names;
  for (auto at = bytes.find(kLocation); at != bytes.npos; at = bytes.find(kLocation, at + 1)) {
    names.emplace(text_at(bytes.substr(at + kLocation.size())));
  }
  return {names.begin(), names.end()};
}

std::vector<fs::path> onnx_weights_beside(const fs::path& file) {
  const MappedFile mapped(file);
  const auto bytes = mapped.bytes();
  std::vector<fs::path> found;
  for (const auto& name :
       weights_named({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) {
    if (name.empty() || name.find('/') != name.npos || name == "..") {
      throw input_error("names weights in '" + name + "', outside its folder", {file.string()},
                        "keep the weights' file next to the model's");
    }
    found.push_back(file.parent_path() / name);
    if (!fs::is_regular_file(found.back())) {
      throw input_error("is missing, with weights of " + file.filename().string(),
                        {found.back().string()}, "copy it to the model's folder");
    }
  }
  return found;
}

}  // namespace sonde
