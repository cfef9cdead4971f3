"""Writes data/models/config_defaults.tsv: each key of transformers' configurations with its default, per family.

The program compares a folder's config.json with this table: a key that no part of sonde reads must have its default.
Needs transformers (no torch). The version is in the header. The values come from the configuration classes, without their code.

    python tools/golden/config_defaults.py"""
import dataclasses
import json
import re
from pathlib import Path

import transformers
from transformers.models.auto import modeling_auto
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "data/models/config_defaults.tsv"
EVERY = "*"
PARTS = {family: {name} for family, name in (("t5", "T5EncoderModel"), ("mt5", "MT5EncoderModel"), ("umt5", "UMT5EncoderModel"))}
LEFT_OUT = {"transformers_version"}  # it tells who wrote the file


def families():
    """The names of sonde's families that transformers has too."""
    sources = "".join((ROOT / "src/engine/families" / name).read_text() for name in ("families.cpp", "bart_families.cpp", "pre_norm_families.cpp"))
    quoted = set(re.findall(r'"([a-z][a-z0-9_-]*)"', sources))
    return sorted(name for name in quoted if name in CONFIG_MAPPING)


def plain(value):
    """The value as JSON has it. None if it has none."""
    try:
        return json.loads(json.dumps(value))
    except TypeError:
        return None


def defaults_of(family):
    """The fields of the family's class, their aliases left out, as its instance without arguments has them."""
    kind = CONFIG_MAPPING[family]
    instance = kind()
    keys = [field.name for field in dataclasses.fields(kind) if field.init and field.name not in LEFT_OUT]
    written = instance.to_dict()
    values = {key: json.dumps(plain(written[key] if key in written else getattr(instance, key)), sort_keys=True) for key in keys}
    aliases = {alias: f"={key}" for alias, key in kind.attribute_map.items() if alias not in values}
    return values | aliases | {"architectures": json.dumps(classes_of(family))}


def classes_of(family):
    """The names of the family's model classes in all of transformers' mappings."""
    mappings = [value for name, value in vars(modeling_auto).items() if name.startswith("MODEL_") and name.endswith("_MAPPING_NAMES")]
    found = [mapping.get(family, ()) for mapping in mappings]
    return sorted({name for names in found for name in ([names] if isinstance(names, str) else names)} | PARTS.get(family, set()))


def shared_by_all(tables):
    first, *others = tables.values()
    return {key: value for key, value in first.items() if all(key in other and other[key] == value for other in others)}


def lines(tables):
    shared = shared_by_all(tables)
    rows = [(EVERY, key, value) for key, value in shared.items()]
    rows += [(family, key, value) for family, table in tables.items() for key, value in table.items() if key not in shared]
    return [f"{family}\t{key}\t{value}" for family, key, value in sorted(rows, key=lambda row: row[:2])]


def main():
    header = ["# Keys of config.json and their defaults in JSON, per family; * is every family that is named here.",
              f"# Read from the configuration classes of transformers {transformers.__version__} by tools/golden/config_defaults.py.",
              "# A default =KEY: another name of that key. The default of `architectures` is the list of the family's classes.",
              "# family\tkey\tdefault"]
    TABLE.write_text("\n".join(header + lines({family: defaults_of(family) for family in families()})) + "\n")


if __name__ == "__main__":
    main()
