"""A run in 100 parts by Spark. All executors share the working folder, which has corpus.txt."""
import subprocess

from pyspark.sql import SparkSession


def make(frames, words=("run", "--encoder", "minilm", "--data", "corpus.txt")):
    import subprocess  # on the executor
    for frame in frames:
        for number in frame["number"]:
            part = [*words, "--part", f"{number}/100", "--out", f"{number}.part", "--threads", "1"]
            subprocess.run(["sonde", *part], check=True)
        yield frame


numbers = SparkSession.builder.getOrCreate().range(1, 101).toDF("number").repartition(100)
done = [row.number for row in numbers.mapInPandas(make, "number long").collect()]
subprocess.run(["sonde", "run", "--merge", *(f"{number}.part" for number in done), "--out", "corpus.sonde"], check=True)
