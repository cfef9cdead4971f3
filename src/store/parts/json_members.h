// The members of the JSON objects in run files, parts and listings: once for both directions.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "store/parts/listing_file.h"
#include "store/parts/share_file.h"
#include "store/runs/run_parts.h"

namespace sonde {

template <class T, class... Those>
concept Is = (std::same_as<std::remove_const_t<T>, Those> || ...);

template <class Io, Is<RunFacts> T>
void fields(Io& io, T& facts) {
  io("version", facts.version);
  io("plan", facts.plan);
  io("seed", facts.seed);
  io("replicates", facts.replicates);
  io("limit", facts.limit);
}

template <class Io, Is<TaskFacts> T>
void fields(Io& io, T& facts) {
  io("probe", facts.probe);
  io("dataset", facts.dataset);
  io("title", facts.title);
  io("version", facts.version);
  io("language", facts.language);
  io("licence", facts.licence);
  io("settings", facts.settings);
  io("measurements", facts.measurements);
  io("digest", facts.digest);
  io("items", facts.items);
  io("rows", facts.rows);
  io("whole", facts.whole);
  io.later("left_out", facts.left_out);
}

template <class Io, Is<Identity> T>
void fields(Io& io, T& identity) {
  io("view", identity.view);
  io("what", identity.what);
  io("numerics", identity.numerics);
  io("sided", identity.sided);
  io("batch_dependent", identity.batch_dependent);
  io("facts", identity.facts);
}

template <class Io, Is<SubjectFacts> T>
void fields(Io& io, T& facts) {
  io("name", facts.name);
  io("spec", facts.spec);
  io("group", facts.group);
  io("has_vectors", facts.has_vectors);
  io("identity", facts.identity);
  io.later("noise_floor", facts.noise_floor);
}

template <class Io, Is<RunContents::Subject> T>
void fields(Io& io, T& subject) {
  io("rows", subject.rows);
  io("fitted", subject.fitted);
}

template <class Io, Is<RunContents> T>
void fields(Io& io, T& contents) {
  io("by_task", contents.by_task);
  io("remarks", contents.remarks);
  io("results", contents.results);
  io.later("series", contents.series);
}

template <class Io, Is<RunHead> T>
void fields(Io& io, T& head) {
  io("facts", head.facts);
  io("tasks", head.tasks);
  io("subjects", head.subjects);
  io("contents", head.contents);
}

template <class Io, Is<Text> T>
void fields(Io& io, T& text) {
  io("text", text.text);
  io("side", text.side);
}

template <class Io, Is<Row> T>
void fields(Io& io, T& row) {
  io("label", row.label);
  io("at", row.at);
  io("gold", row.gold);
}

template <class Io, Is<Item> T>
void fields(Io& io, T& item) {
  io("id", item.id);
  io("texts", item.texts);
  io("rows", item.rows);
  io("labels", item.labels);
  io("first_row", item.first_row);
}

template <class Io, Is<ItemBlock> T>
void fields(Io& io, T& block) {
  io("items", block.items);
  io("digests", block.digests);
}

template <class Io, Is<Remark> T>
void fields(Io& io, T& remark) {
  io("tokens", remark.tokens);
  io("kept", remark.kept);
  io("unknown", remark.unknown);
  io("undefined", remark.undefined);
}

template <class Io, Is<TextRemark> T>
void fields(Io& io, T& remark) {
  io("task", remark.task);
  io("subject", remark.subject);
  io("item", remark.item);
  io("text", remark.text);
  io("remark", remark.remark);
}

template <class Io, Is<Result> T>
void fields(Io& io, T& result) {
  io("subject", result.subject);
  io("probe", result.probe);
  io("dataset", result.dataset);
  io("slice", result.slice);
  io("name", result.name);
  io("value", result.value);
  io("low", result.low);
  io("high", result.high);
  io("n", result.n);
  io("left_out", result.left_out);
  io("why", result.why);
  io("scope", result.scope);
}

template <class Io, Is<Series> T>
void fields(Io& io, T& series) {
  io("subject", series.subject);
  io("probe", series.probe);
  io("dataset", series.dataset);
  io("slice", series.slice);
  io("name", series.name);
  io("first", series.first);
  io("step", series.step);
  io("values", series.values);
}

template <class Io, Is<SharePlan::Words> T>
void fields(Io& io, T& words) {
  io("name", words.name);
  io("text", words.text);
  io("group", words.group);
}

template <class Io, Is<SharePlan> T>
void fields(Io& io, T& plan) {
  io("encoders", plan.encoders);
  io("scorers", plan.scorers);
  io("probes", plan.probes);
  io("datasets", plan.datasets);
  io("stream_above", plan.stream_above);
  io("strict", plan.strict);
  io.later("language", plan.language);
}

template <class Io, Is<ShareEncoder> T>
void fields(Io& io, T& encoder) {
  io("text", encoder.text);
  io("views", encoder.views);
  io("doubt", encoder.doubt);
  io("dimension", encoder.dimension);
  io("slice", encoder.slice);
  io("fitted", encoder.fitted);
}

template <class Io, Is<ShareScorer> T>
void fields(Io& io, T& scorer) {
  io("text", scorer.text);
  io("identity", scorer.identity);
  io("doubt", scorer.doubt);
  io("features", scorer.features);
  io("remarks", scorer.remarks);
  io("blocks", scorer.blocks);
}

template <class Io, Is<ShareVectors> T>
void fields(Io& io, T& vectors) {
  io("what", vectors.what);
  io("numerics", vectors.numerics);
  io("dimension", vectors.dimension);
  io("blocks", vectors.blocks);
}

template <class Io, Is<ShareHead> T>
void fields(Io& io, T& head) {
  io("facts", head.facts);
  io("question", head.question);
  io("number", head.number);
  io("of", head.of);
  io("plan", head.plan);
  io("encoders", head.encoders);
  io("scorers", head.scorers);
  io("vectors", head.vectors);
  io("parts", head.parts);
}

template <class Io, Is<ListedData> T>
void fields(Io& io, T& data) {
  io("name", data.name);
  io("probe", data.probe);
  io("form", data.form);
  io("in_stretches", data.in_stretches);
  io("file", data.file);
  io("size", data.size);
  io("sample", data.sample);
  io("items", data.items);
  io("rows", data.rows);
  io("texts", data.texts);
  io("bytes", data.bytes);
  io("whole_items", data.whole_items);
  io("whole_rows", data.whole_rows);
  io("digests", data.digests);
  io("left_out", data.left_out);
  io("lines", data.lines);
  io("first", data.first);
  io("quoted", data.quoted);
  io("stretches", data.stretches);
}

template <class Io, Is<ListingHead> T>
void fields(Io& io, T& head) {
  io("version", head.version);
  io("limit", head.limit);
  io("seed", head.seed);
  io("strict", head.strict);
  io("data", head.data);
}

}  // namespace sonde
