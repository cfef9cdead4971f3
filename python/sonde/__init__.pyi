from sonde import distributed as distributed, evaluators as evaluators, finetune as finetune, graphs as graphs, inputs as inputs
from sonde import mteb as mteb, plugin as plugin, pytest_plugin as pytest_plugin, roles as roles, stats as stats
from sonde._agreement import Agreement as Agreement, agreement as agreement
from sonde._audit import Audit as Audit, audit as audit
from sonde._compare import Check as Check, Comparison as Comparison, Gate as Gate
from sonde._compare import check as check, compare as compare
from sonde._data import Data as Data
from sonde._describe import describe as describe
from sonde._encode import encode as encode
from sonde._encoder import Encoder as Encoder
from sonde._error import Error as Error
from sonde._listings import datasets as datasets, encoders as encoders, probes as probes, scorers as scorers
from sonde._make import Negation as Negation, make as make, negate as negate
from sonde._results import Figure as Figure, Result as Result, Run as Run, open as open
from sonde._run import run as run

__version__: str
