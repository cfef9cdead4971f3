"""The published data of the STS3k study, as cards for the program."""
from program import SHARED

STUDY = SHARED / "sts3k-study"
DATASETS = {"STS3k_all": "STS3k_all.txt", "Fodor_pilot_2022": "Fodor_pilot_2022.txt",
            "KS2013_processed": "KS2013_processed.csv", "STSb_test": "STSb_test.txt"}
STS3K_LABELS = f"""
[[labels]]
file = "{STUDY}/datasets/STS3k_conditions.tsv"
column = "condition"
[[labels]]
name = "adversarial"
file = "{STUDY}/datasets/STS3k_adv_noneg_indices.txt"
index = true
[[labels]]
name = "other"
file = "{STUDY}/datasets/STS3k_non_adv_indices.txt"
index = true
"""


def write_card(folder, dataset):
    card = folder / f"{dataset}.toml"
    card.write_text(f'probe = "sts"\nfile = "{STUDY}/datasets/{DATASETS[dataset]}"\n'
                    f'separator = ";"\nheader = false\nquoted = false\n'
                    f'columns = ["first", "second", "gold"]\n'
                    + (STS3K_LABELS if dataset == "STS3k_all" else ""))
    return card
