"""A run in 100 parts by Airflow. All workers share the folder /shared, which has bench.toml and the data."""
from airflow.sdk import dag, task  # Airflow 2: from airflow.decorators

PARTS = 100


@dag(schedule=None)
def measure():
    @task.bash
    def listing():
        return "cd /shared && sonde run bench.toml --listing bench.listing --replace"

    @task.bash(retries=3)
    def part(number):
        return f"cd /shared && sonde run bench.toml --listing bench.listing --part {number}/{PARTS} --out {number}.part"

    @task.bash
    def merge():
        return "cd /shared && sonde run --merge *.part --listing bench.listing --out corpus.sonde"

    listing() >> part.expand(number=list(range(1, PARTS + 1))) >> merge()


measure()
