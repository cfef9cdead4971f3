#pragma once

#include <memory>
#include <string>

#include "sonde/encoder.h"

namespace sonde {

// Errors: kUsage, naming the nearest, or the kind that a file or folder without one is meant for.
const EncoderKind& find_encoder_kind(const std::string& name);

// Makers of the rows of the table of encoders, one source file each.
std::unique_ptr<Encoder> make_exec(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_hf(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_infersent(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_laser(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_minilm(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_onnx(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_random(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_rank(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_served(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_sent2vec(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_skipthought(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_static(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_tfidf(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_vectors(const Spec& spec, const EncoderContext& context);
std::unique_ptr<Encoder> make_words(const Spec& spec, const EncoderContext& context);

}  // namespace sonde
