"""How a study stands: its trials as a table, a plot and a page of a notebook."""

from __future__ import annotations

import base64
import html
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, TypedDict

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

_ROWS = 10


class _Evaluation(TypedDict):
    trial: int
    params: Dict[str, Any]
    state: str  # open, done, failed or stopped


class TrialRecord(_Evaluation, total=False):
    """What is known of a trial."""

    value: float
    values: Dict[str, float]  # all that was measured by name, if it is more than the value
    reason: str  # why it failed or was stopped


class Prediction(TypedDict, total=False):
    """What a model expects: the median and an interval that holds 80 %."""

    median: float
    low: float
    high: float
    chance: float  # of the best value yet; not from a server


class Recommendation(Prediction):
    """The settings that the model holds for the best."""

    trial: int
    params: Dict[str, Any]


class Front(TypedDict):
    """The trials that nothing betters in all goals."""

    trials: List[TrialRecord]
    goals: List[Any]
    reference: Dict[str, float]


@dataclass(frozen=True)
class Result:
    """How a study stood when it was asked: stays when the study is closed.

    space: what was searched and for what, as the content of a space file
    best: None while there is none, and with several goals, where front has what nothing betters
    """

    space: Mapping[str, Any]
    trials: List[TrialRecord]
    best: Optional[TrialRecord]
    front: List[TrialRecord]

    def dataframe(self) -> pandas.DataFrame:
        """A row for each trial: number, state, all that was measured, and the settings."""
        try:
            import pandas
        except ImportError:
            raise ImportError("expected pandas for a dataframe; pip install 'leadline[notebook]'") from None
        rows = [{"trial": t["trial"], "state": t["state"], **_measured(t), **t["params"]} for t in self.trials]
        return pandas.DataFrame(rows)

    def plot(self, axes: Optional[Axes] = None) -> Axes:
        """The values of the trials and the best so far; with several goals the front of the first two."""
        if axes is None:
            try:
                from matplotlib import pyplot
            except ImportError:
                raise ImportError("expected matplotlib for a plot; pip install 'leadline[notebook]'") from None
            axes = pyplot.subplots()[1]
        if self.front or self._goals()[1:]:
            self._plot_front(axes)
        else:
            self._plot_values(axes)
        return axes

    def _repr_html_(self) -> str:
        goals = self._goals()
        sign = -1 if "maximise" in self.space else 1
        shown = self.front or sorted((t for t in self.trials if "value" in t), key=lambda t: sign * t["value"])[:_ROWS]
        names = [entry["name"] for entry in self.space["parameters"]]
        measured = list(dict.fromkeys(name for t in shown for name in _measured(t)))
        rows = "".join(
            "<tr>%s</tr>" % "".join(
                "<td>%s</td>" % _cell(value)
                for value in [t["trial"], *(_measured(t).get(n) for n in measured), *(t["params"].get(n) for n in names)])
            for t in shown)
        head = "".join("<th>%s</th>" % html.escape(name) for name in ["trial", *measured, *names])
        done = sum(t["state"] == "done" for t in self.trials)
        summary = "%s: %d trials, %d with a value" % (", ".join("%s %s" % goal for goal in goals), len(self.trials), done)
        return "<p>%s</p>%s<table><tr>%s</tr>%s</table>" % (html.escape(summary), self._picture(), head, rows)

    def _picture(self) -> str:
        """The plot, if it can be drawn."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            return ""
        figure = Figure(figsize=(6, 3), layout="tight")
        self.plot(figure.subplots())
        image = io.BytesIO()
        figure.savefig(image, format="png", dpi=90)
        return '<img alt="values of the trials" src="data:image/png;base64,%s">' % base64.b64encode(image.getvalue()).decode()

    def _plot_values(self, axes: Axes) -> None:
        (word, name), = self._goals()
        done = [t for t in self.trials if "value" in t]
        better = max if word == "maximise" else min
        best = [better(t["value"] for t in done[:count + 1]) for count in range(len(done))]
        axes.plot([t["trial"] for t in done], [t["value"] for t in done], "o", alpha=0.5, label="a trial")
        axes.step([t["trial"] for t in done], best, where="post", label="the best so far")
        axes.set(xlabel="trial", ylabel=name)
        axes.legend()

    def _plot_front(self, axes: Axes) -> None:
        (_, across), (_, up) = self._goals()[:2]
        for trials, style, label in (([t for t in self.trials if t.get("values")], "o", "a trial"), (self.front, "s", "the front")):
            points = sorted((t["values"][across], t["values"][up]) for t in trials)
            axes.plot([x for x, _ in points], [y for _, y in points], style, alpha=0.6, label=label)
        axes.set(xlabel=across, ylabel=up)
        axes.legend()

    def _goals(self) -> List["tuple[str, str]"]:
        goals = []
        for word in ("minimise", "maximise"):
            names = self.space.get(word, [])
            goals += [(word, name) for name in ([names] if isinstance(names, str) else names)]
        return goals


def _measured(trial: TrialRecord) -> Dict[str, float]:
    return trial.get("values") or ({"value": trial["value"]} if "value" in trial else {})


def _cell(value: Any) -> str:
    text = "%.6g" % value if isinstance(value, float) else "" if value is None else str(value)
    return html.escape(text)
