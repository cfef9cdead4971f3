"""python -m sonde"""
import sys

from sonde._cli import main

sys.exit(main())
