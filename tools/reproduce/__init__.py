"""`./dev reproduce`: what the five papers print, what sonde gives, and a verdict. One module a paper; `paper.py` is shared."""
