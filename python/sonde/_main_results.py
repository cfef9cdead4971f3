"""The result of each probe that chooses checkpoints and ranks models, by the probe's name."""
from __future__ import annotations

MAIN_RESULTS = {"sts": "spearman", "heros": "synonym_first", "curves": "overlap", "sets": "c1_tt", "triplets": "accuracy",
                "variants": "harmless_closer", "search": "top_1_near_misses"}
