from sonde.plugin import Mean, Probe, Share, register


@register
class Units(Probe):
    """Is the same length in another spelling closer than another length?"""

    name = "units"
    columns = ("text", "same", "other")

    def summarise(self, frame, values):
        similarity = values[:, 0].reshape(frame.items, 2)  # a row per item: same, other
        margin = similarity[:, 0] - similarity[:, 1]
        return [Share("accuracy", (margin > 0).astype(float), "higher"), Mean("margin", margin, "higher")]
