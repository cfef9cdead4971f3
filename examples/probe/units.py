import numpy as np
from sonde.plugin import Mean, Probe, Share, register


@register
class Units(Probe):
    """Is the same length in another spelling closer than another length?"""

    name = "units"
    columns = ("text", "same", "other")

    def summarise(self, frame, values):
        similarity = values[:, 0].reshape(frame.items, 2)  # an item's two rows: same, other
        margin = similarity[:, 0] - similarity[:, 1]
        right = np.where(np.isnan(margin), np.nan, margin > 1e-6)  # above rounding error. NaN leaves an item out
        return [Share("accuracy", right, "higher"), Mean("margin", margin, "higher")]
