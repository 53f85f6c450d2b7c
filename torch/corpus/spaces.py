"""Search spaces: inputs with their kinds, points in them, and the spaces made from one learner's inputs by freezing, narrowing and stepping some."""

from dataclasses import dataclass, field, replace

import numpy as np
import torch

FINE = 65536  # levels that stand for a continuous input


@dataclass(frozen=True)
class Input:
    """One input of a learner. A real input with steps has that many places; `when` = (name of another input, the values with which this one counts)."""

    name: str
    kind: str  # real, integer, choice, flag
    low: float = 0
    high: float = 1
    log: bool = False
    options: tuple = ()
    default: object = None
    steps: int = 0
    when: tuple | None = None

    def levels(self):
        if self.kind == "real":
            return self.steps or FINE
        if self.kind == "integer":
            return int(self.high - self.low) + 1
        return len(self.options) if self.kind == "choice" else 2

    def _ends(self):
        return (self.low - 0.5, self.high + 0.5) if self.kind == "integer" else (self.low, self.high)

    def value(self, level):
        """Values at the levels, an array; options of a choice by their index."""
        level = np.asarray(level, dtype=np.float64)
        if self.kind == "integer":
            return self.low + level
        if self.kind != "real":
            return level
        at = level / (self.steps - 1) if self.steps else (level + 0.5) / FINE
        return self.low * (self.high / self.low) ** at if self.log else self.low + (self.high - self.low) * at

    def level(self, at):
        """The levels at places in [0, 1] of the input's axis."""
        at = np.clip(at, 0, 1 - 1e-9)
        if self.kind == "integer":
            low, high = self._ends()
            value = low * (high / low) ** at if self.log else low + (high - low) * at
            return np.clip(np.rint(value - self.low), 0, self.high - self.low).astype(int)
        return np.floor(at * self.levels()).astype(int)

    def place(self, level):
        """Where the levels stand in [0, 1] as the product has them: in the middle of their cells."""
        if self.kind == "integer":
            low, high = self._ends()
            value = self.low + np.asarray(level, dtype=np.float64)
            return np.log(value / low) / np.log(high / low) if self.log else (value - low) / (high - low)
        return (np.asarray(level) + 0.5) / self.levels()

    def level_of(self, value):
        """The level of a value, the nearest one of a real input."""
        if self.kind == "choice":
            return self.options.index(value)
        if self.kind == "flag":
            return int(value)
        if self.kind == "integer":
            return int(value - self.low)
        at = np.log(value / self.low) / np.log(self.high / self.low) if self.log else (value - self.low) / (self.high - self.low)
        at = min(max(at, 0), 1)
        return int(round(at * (self.steps - 1))) if self.steps else min(int(at * FINE), FINE - 1)


def real(name, low, high, default, log=False, when=None):
    return Input(name, "real", low, high, log, default=default, when=when)


def integer(name, low, high, default, log=False, when=None):
    return Input(name, "integer", low, high, log, default=default, when=when)


def choice(name, *options, when=None):
    return Input(name, "choice", options=options, default=options[0], when=when)


def flag(name, default, when=None):
    return Input(name, "flag", default=default, when=when)


@dataclass
class Space:
    """Some inputs of a learner that vary, what the others are frozen at, and points in the space (levels; the first point is the default)."""

    learner: str
    name: str
    inputs: list
    frozen: dict = field(default_factory=dict)
    levels: np.ndarray | None = None

    def values(self, all_inputs):
        """The value of each input of the learner at each point: name -> array; options of a choice by their index in the learner's list."""
        count, answer = len(self.levels), {}
        for whole in all_inputs:
            names = [i.name for i in self.inputs]
            if whole.name in names:
                column = names.index(whole.name)
                value = self.inputs[column].value(self.levels[:, column])
                if whole.kind == "choice":  # a space may have fewer options than the learner
                    value = np.array([whole.options.index(o) for o in self.inputs[column].options])[value.astype(int)]
            else:
                value = self.frozen[whole.name]
                value = np.full(count, whole.options.index(value) if whole.kind == "choice" else float(value))
            answer[whole.name] = value
        return answer

    def columns(self):
        """The number of coordinates that the product makes of the space."""
        return sum(i.levels() if i.kind == "choice" and i.levels() > 2 else 1 for i in self.inputs) + len({i.when for i in self.inputs if i.when})


def points(inputs, count, seed):
    """A scrambled Sobol sequence of levels; the first point is the default."""
    at = torch.quasirandom.SobolEngine(len(inputs), scramble=True, seed=seed).draw(count).numpy().astype(np.float64)
    levels = np.stack([i.level(at[:, j]) for j, i in enumerate(inputs)], 1)
    levels[0] = [i.level_of(i.default) for i in inputs]
    return levels.astype(np.uint16)


def variants(learner, inputs, how_many, count, seed):
    """The whole space of a learner, and spaces of some of its inputs: the others are frozen, some ranges narrower, some real inputs stepped, some options left out."""
    rng = np.random.default_rng([seed, sum(map(ord, learner))])
    spaces = [Space(learner, f"{learner}-0", list(inputs))]
    while len(spaces) < how_many:
        size = int(rng.integers(2, min(len(inputs), 9) + 1))
        free = {inputs[j].name for j in rng.choice(len(inputs), size, replace=False)}
        chosen, frozen, options_of = [], {}, {}
        for i in inputs:  # parents come before their children
            at_default = rng.random() < 0.6
            if i.when and i.when[0] in frozen:  # the condition is decided
                counts = frozen[i.when[0]] in i.when[1]
                free = free - {i.name} if not counts else free
                i = replace(i, when=None)
            elif i.when and not set(options_of.get(i.when[0], i.when[1])) & set(i.when[1]):
                free, i = free - {i.name}, replace(i, when=None)
            elif i.when and set(options_of.get(i.when[0], (object(),))) <= set(i.when[1]):
                i = replace(i, when=None)
            if i.name not in free:
                j = i.level_of(i.default) if at_default else int(i.level(rng.random()))
                frozen[i.name] = i.options[j] if i.kind == "choice" else i.value(j).item()
                if i.kind == "flag":
                    frozen[i.name] = bool(frozen[i.name])
                continue
            if i.kind == "choice" and i.levels() > 2 and rng.random() < 0.3:
                kept = sorted(rng.choice(i.levels(), int(rng.integers(2, i.levels())), replace=False))
                i = replace(i, options=tuple(i.options[k] for k in kept), default=i.options[kept[0]])
            elif i.kind == "real" and rng.random() < 0.35:
                low, high = sorted(rng.random(2))
                low, high = (low, high) if high - low > 0.3 else (max(0, high - 0.5), min(1, low + 0.5))
                ends = i.value(np.array([low, high]) * FINE - 0.5)
                i = replace(i, low=float(ends[0]), high=float(ends[1]), default=float(min(max(i.default, ends[0]), ends[1])))
            if i.kind == "real" and rng.random() < 0.15:
                i = replace(i, steps=int(rng.integers(3, 13)))
            if i.kind == "choice":
                options_of[i.name] = i.options
            elif i.kind == "flag":
                options_of[i.name] = (False, True)
            chosen.append(i)
        if len(chosen) >= 2 and np.prod([float(i.levels()) for i in chosen]) >= 100:
            spaces.append(Space(learner, f"{learner}-{len(spaces)}", chosen, frozen))
    for k, space in enumerate(spaces):
        space.levels = points(space.inputs, count, seed * 1000 + k)
    return spaces
