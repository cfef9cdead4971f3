"""`./dev reproduce`: the five papers' printed figures, sonde's, and a verdict. One module per paper. `paper.py` is shared."""
