#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/graph/graph_options.h"
#include "engine/tokens/sentence_tokens.h"
#include "engine/weights/weights.h"
#include "sonde/encoder.h"
#include "sonde/subject.h"

namespace sonde {

// Options of a model's folder that define the use of its states. Errors: kUsage.

using Poolings = std::vector<Pooling>;  // side by side in a vector

// `pooling`, a list of ways, each a view. Otherwise the folder's, which is one.
std::vector<Poolings> parse_pooling(Options& options, const ModelFolder& folder);
// The folder's steps after pooling, with or without normalisation at the end, by `normalize`.
std::vector<HeadStep> parse_head(Options& options, const ModelFolder& folder);
// A prompt of the folder by its name, or the prompt itself. Errors: kUsage for a name of none.
std::string prompt_named(const std::string& prompt, const ModelFolder& folder);
// `prompt`, or `query` and `document` for the sides of a comparison: a name of the folder's
// prompts, or the prompt itself.
void parse_prompts(Options& options, const ModelFolder& folder, SentenceFrame& frame);
// A subject's digest with that of its second prompt, if it has one.
Digest with_second_prompt(const Digest& one, const SentenceFrame& frame);
// Adds prompts to an identity: facts, and whether it is sided.
void tell_prompts(const SentenceFrame& frame, Identity& identity);
// `template`, if the mask is pooled. Otherwise empty.
std::string parse_template(Options& options, std::span<const Poolings> ways);

// `ignore`: keys of the folder's files that are to be passed over.
IgnoredKeys parse_ignored(Options& options);

// `states`: whose are pooled, in a family that has a choice. Nothing if it is not given.
std::optional<States> parse_states(Options& options);

// Assumptions that sonde makes beyond the options: "pooling mean: ...; prompt ...".
std::string told_assumptions(const ModelFolder& folder, const Spec& spec);

// `max_tokens`, else the folder's limit. At most the positions that the model has.
std::size_t parse_max_tokens(Options& options, const ModelFolder& folder);

// `precision`, with what the machine and the model can compute.
Precision parse_precision(Options& options, const ModelFolder& folder);

// `precision`, `kernels` and `memory`.
GraphOptions parse_graph(Options& options, const ModelFolder& folder, const Weights& weights,
                         std::size_t threads);

// `memory`: how matrices are stored. Nothing if it is left to the model.
std::optional<Memory> parse_memory(Options& options);

// For facts and digests.
std::string joined(std::span<const Pooling> poolings);
std::string pooling_view(std::span<const Pooling> poolings);
std::string shown(std::span<const HeadStep> head);
bool normalizes(std::span<const HeadStep> head);  // at the end

}  // namespace sonde
