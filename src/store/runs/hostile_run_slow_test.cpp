// Run files with right checksums and false contents.
#include "store/runs/testing/hostile_run.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sonde/error.h"
#include "store/runs/testing/run_samples.h"

namespace sonde {
namespace hostile_run_slow_test {

using nlohmann::json;

const std::string kDigest(64, 'a');

const char kHead[] = R"({
  "facts": {"version": "1", "plan": "", "seed": 1, "replicates": 1, "limit": ""},
  "tasks": [{"probe": "sts", "dataset": "d", "title": "", "version": "", "language": "",
             "licence": "", "settings": {}, "measurements": ["similarity"], "digest": "",
             "items": 1, "rows": 1, "whole": 1}],
  "subjects": [{"name": "s", "spec": "", "group": "", "has_vectors": true, "noise_floor": 0.5,
      "identity":
      {"view": "", "numerics": "", "sided": false, "batch_dependent": false, "facts": [["a", "b"]],
       "what": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}],
  "contents": {"by_task": [[{"rows": 1, "fitted": 1}]], "remarks": 1, "results": 0}})";

const char kItem[] = R"({
  "id": "1", "texts": [{"text": "a", "side": "first"}, {"text": "b", "side": "second"}],
  "rows": [{"label": "", "at": [0, 1], "gold": 0.5}], "labels": {}, "first_row": 0})";

const char kRemarks[] = R"([{"task": 0, "subject": 0, "item": "1", "text": 0,
  "remark": {"tokens": 3, "kept": 2, "unknown": 0, "undefined": false}}])";

json items_of(const std::vector<json>& items, const std::vector<std::string>& digests) {
  return {{"items", items}, {"digests", digests}};
}

// A sound run of one task, one subject, one item with one row.
struct Lie {
  json head = json::parse(kHead);
  json items = items_of({json::parse(kItem)}, {kDigest});
  json remarks = json::parse(kRemarks);
  std::string measurements = std::string(8, '\0');
  std::string fitted = std::string(8, '\0');

  void write(const std::filesystem::path& file) const {
    samples::write_parts(file, {{{"head"}, head.dump()},
                                {{"items"}, items.dump()},
                                {{"measurements"}, measurements},
                                {{"fitted"}, fitted},
                                {{"remarks"}, remarks.dump()}});
  }

  // The kind of the error on reading everything, or "read".
  std::string told() const {
    const samples::Folder folder;
    write(folder / "run");
    try {
      samples::read_run(*open_run_file(folder / "run"));
      return "read";
    } catch (const Error& error) {
      return error.kind() == ErrorKind::kInput ? "refused" : error.what();
    }
  }
};

TEST(HostileRunFile, IsReadWhereItTellsTheTruth) { EXPECT_EQ(Lie().told(), "read"); }

TEST(HostileRunFile, IsRefusedWhateverValueOfItsHeadIsWrong) {
  const json flat = Lie().head.flatten();
  for (const auto& [path, value] : flat.items()) {
    for (const json& wrong : {json(-1), json(1ULL << 60), json(json::array()), json(0.5)}) {
      if (value.is_object()) continue;
      Lie lie;
      lie.head[json::json_pointer(path)] = wrong;
      // Any count will do.
      const bool free = path.ends_with("/seed") || path.ends_with("/whole");
      const bool right =
          path.ends_with("/noise_floor") ? wrong.is_number() : free && wrong == (1ULL << 60);
      EXPECT_EQ(lie.told(), right ? "read" : "refused") << path << wrong;
    }
  }
}

TEST(HostileRunFile, IsRefusedWhereAnyValueOfItsHeadIsMissing) {
  for (const char* list : {"/contents", "/tasks/0", "/subjects/0", "/subjects/0/identity", ""}) {
    const json whole = Lie().head.at(json::json_pointer(list));
    for (const auto& [name, value] : whole.items()) {
      Lie lie;
      lie.head[json::json_pointer(list)].erase(name);
      const bool late = name == "noise_floor";  // the first run files had none
      EXPECT_EQ(lie.told(), late ? "read" : "refused") << list << name;
    }
  }
}

TEST(HostileRunFile, IsRefusedWhereItsItemsLie) {
  for (const char* at : {"[0, 2]", "[0, -1]", "[0]", "[0, 1, 0, 1]", "[0, 1099511627776]", "[]"}) {
    Lie lie;
    lie.items["items"][0]["rows"][0]["at"] = json::parse(at);
    EXPECT_EQ(lie.told(), "refused") << at;
  }
  const json item = json::parse(kItem);
  for (const json& items :
       {items_of({item}, {}), items_of({}, {}), items_of({item, item}, {kDigest, kDigest}),
        items_of({item}, {std::string(64, 'G')})}) {
    Lie lie;
    lie.items = items;
    EXPECT_EQ(lie.told(), "refused") << items;
  }
}

TEST(HostileRunFile, GivesNoMoreRowsThanItSaysItHas) {
  Lie lie;
  lie.head["tasks"][0]["items"] = lie.head["tasks"][0]["rows"] = 2;
  lie.head["contents"]["by_task"][0][0]["rows"] = 2;
  auto& rows = lie.items["items"][0]["rows"];
  rows = json::array({rows[0], rows[0], rows[0]});
  const samples::Folder folder;
  lie.write(folder / "run");
  const auto file = open_run_file(folder / "run");
  EXPECT_THROW(file->items(0, [](auto, auto) { FAIL() << "rows without measurements"; }), Error);
}

TEST(HostileRunFile, IsRefusedWhereItsNumbersLie) {
  for (const std::size_t size : {0U, 7U, 16U}) {
    Lie lie;
    lie.measurements = std::string(size, '\0');
    EXPECT_EQ(lie.told(), "refused") << size;
    lie = {};
    lie.fitted = std::string(size, '\0');
    EXPECT_EQ(lie.told(), "refused") << size;
  }
}

TEST(HostileRunFile, IsRefusedWhereItsRemarksLie) {
  for (const char* field : {"task", "subject"}) {
    Lie lie;
    lie.remarks[0][field] = 1;
    EXPECT_EQ(lie.told(), "refused");
  }
  Lie lie;
  lie.remarks[0]["remark"]["tokens"] = 1ULL << 32;
  EXPECT_EQ(lie.told(), "refused");
}

}  // namespace hostile_run_slow_test
}  // namespace sonde
