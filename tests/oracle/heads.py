"""Learned heads against scikit-learn on the same vectors: `./dev oracle`. Prints the figures of docs/reference/scorers/learned.md."""
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/sonde"))
sys.path.append(str(ROOT / "tools"))
import shared_data  # noqa: E402
from reproduce.heads import curve  # noqa: E402
from reproduce.work import Work  # noqa: E402

STUDY = shared_data.FOLDER / "sts3k-study"
SEEDS = 20
SIZES = ((), (10,), (60, 10), (100, 100, 10))
CARD = f"""probe = "sts"
name = "sts3k"
file = "{STUDY}/datasets/STS3k_all.txt"
separator = ";"
header = false
quoted = false
columns = ["first", "second", "gold"]
"""


def pairs():
    lines = (STUDY / "datasets/STS3k_all.txt").read_text(encoding="utf-8").splitlines()
    return [line.rsplit(";", 2) for line in lines]


def encoded(sentences, folder):
    with open(folder / "vectors.npy", "wb") as file:
        subprocess.run([PROGRAM, "encode", "--encoder", "minilm"], input="\n".join(sentences) + "\n", encoding="utf-8",
                       stdout=file, check=True)
    return np.load(folder / "vectors.npy").astype(np.float64)


def by_scikit_learn(features, gold, hidden):
    """The Spearman correlation on a random quarter, per seed. Components are of the training rows."""
    from scipy.stats import spearmanr
    from sklearn.decomposition import PCA
    from sklearn.linear_model import LinearRegression
    from sklearn.model_selection import train_test_split
    from sklearn.neural_network import MLPRegressor
    found = []
    for seed in range(SEEDS):
        train, test = train_test_split(np.arange(len(gold)), test_size=.25, random_state=seed)
        pca = PCA(8, svd_solver="covariance_eigh").fit(features[train])
        model = MLPRegressor(hidden_layer_sizes=hidden, max_iter=500, random_state=seed) if hidden else LinearRegression()
        model.fit(pca.transform(features[train]), gold[train])
        found.append(spearmanr(model.predict(pca.transform(features[test])), gold[test]).statistic)
    return np.array(found)


def by_sonde(folder, sizes):
    (folder / "sts3k.toml").write_text(CARD)
    rows = curve(Work(folder, PROGRAM, 10), ["h=head:minilm?split=random"], [",".join(map(str, hidden)) or "none" for hidden in sizes],
                 SEEDS, "--data", "sts3k.toml", "--encoder", "minilm")
    return {"spearman": [row[4] for row in rows], "spearman.deviation": [row[7] for row in rows]}


def test_heads_do_as_scikit_learns_do(tmp_path, sizes=SIZES):
    if not STUDY.exists():
        import pytest
        pytest.skip(shared_data.LACKING)
    first, second, gold = zip(*pairs())
    features = np.hstack([encoded(first, tmp_path), encoded(second, tmp_path)])
    ours = by_sonde(tmp_path, sizes)
    for i, hidden in enumerate(sizes):
        theirs = by_scikit_learn(features, np.array(gold, dtype=float), hidden)
        mean, deviation = ours["spearman"][i], ours["spearman.deviation"][i]
        error = math.sqrt((deviation ** 2 + theirs.var(ddof=1)) / SEEDS)
        print(f"hidden {hidden}: sonde {mean:.4f}, scikit-learn {theirs.mean():.4f}, "
              f"standard error of the difference {error:.4f}", flush=True)
        assert abs(mean - theirs.mean()) < 2 * error


if __name__ == "__main__":
    test_heads_do_as_scikit_learns_do(Path(sys.argv[1]), SIZES[int(sys.argv[2]):int(sys.argv[3])])
