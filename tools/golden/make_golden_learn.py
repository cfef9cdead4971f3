#!/usr/bin/env python3
"""Makes tests/golden/learn: the output of scikit-learn's MLPRegressor and PCA for fixed numbers.

Needs numpy and scikit-learn 1.2 or newer. The files of 1.9.1 are committed.
    python3 tools/golden/make_golden_learn.py"""
from pathlib import Path

import numpy as np
from sklearn.decomposition import PCA
from sklearn.neural_network import MLPRegressor

FOLDER = Path(__file__).resolve().parent.parent.parent / "tests/golden/learn"


def write(path, arrays):
    """A line an array: its name, rows, columns, and the numbers row by row."""
    with open(FOLDER / path, "w", encoding="utf-8") as file:
        for name, array in arrays:
            rows = np.atleast_2d(array)
            file.write(" ".join([name, *map(str, rows.shape), *(repr(float(x)) for x in rows.ravel())]) + "\n")


def trained(random, hidden, epochs):
    """A network before and after some epochs in the order of rows: 30 of them, 8 at once."""
    features = random.normal(size=(30, 4))
    targets = 0.5 + 0.2 * features[:, 0] - 0.1 * features[:, 1] ** 2
    model = MLPRegressor(hidden_layer_sizes=hidden, batch_size=8, max_iter=epochs, shuffle=False, n_iter_no_change=1000)
    weights = []

    def init_coef(fan_in, fan_out, dtype):
        layer = random.uniform(-.6, .6, (fan_in, fan_out)), random.uniform(-.6, .6, fan_out)
        weights.append([part.copy() for part in layer])
        return [part.astype(dtype) for part in layer]

    model._init_coef = init_coef
    model.fit(features, targets)
    before = [(name, part) for layer in weights for name, part in zip(("weights", "biases"), layer)]
    after = [(name, part) for layer in zip(model.coefs_, model.intercepts_)
             for name, part in zip(("weights", "biases"), layer)]
    write(f"network-{'-'.join(map(str, hidden))}-{epochs}.txt",
          [("features", features), ("targets", targets), *before, *after, ("predicted", model.predict(features))])
    return model


def stopped(random):
    """How many epochs are trained of a network whose loss no longer falls."""
    features = random.normal(size=(50, 3))
    targets = features @ [.1, -.05, .02] + .5
    model = MLPRegressor(hidden_layer_sizes=(5,), batch_size=10, max_iter=500, shuffle=False)
    weights = []

    def init_coef(fan_in, fan_out, dtype):
        layer = random.uniform(-.3, .3, (fan_in, fan_out)), random.uniform(-.3, .3, fan_out)
        weights.append([part.copy() for part in layer])
        return [part.astype(dtype) for part in layer]

    model._init_coef = init_coef
    model.fit(features, targets)
    assert 10 < model.n_iter_ < 500
    write("network-stopped.txt",
          [("features", features), ("targets", targets),
           *[(name, part) for layer in weights for name, part in zip(("weights", "biases"), layer)],
           ("epochs", np.array([model.n_iter_])), ("predicted", model.predict(features))])


def components(random, name, rows, features):
    numbers = random.normal(size=(rows, features)) @ np.diag(np.linspace(3, .5, features)) + 2
    pca = PCA(5, svd_solver="full").fit(numbers)
    write(f"components-{name}.txt", [("rows", numbers), ("axes", pca.components_),
                                     ("variances", pca.explained_variance_), ("projected", pca.transform(numbers))])


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(20)
    for hidden, epochs in (((6,), 1), ((6,), 25), ((7, 5, 3), 25)):
        trained(random, hidden, epochs)
    stopped(random)
    components(random, "tall", 40, 12)
    components(random, "wide", 9, 20)


if __name__ == "__main__":
    main()
