"""Spaces as the tables know them: one coordinate per parameter.

A real or an integer is its place in [0, 1] (an integer the place inside its own cell, as in the library's encoding), a choice or a
flag the index of its value. A parameter that is ignored because of another one always has the same coordinate.
"""

from math import exp, floor, log


class Parameter:
    kind = "real"

    def __init__(self, name, low=0, high=1, scale="linear", options=(), when=None, cells=None):
        self.name, self.low, self.high, self.scale, self.cells = name, low, high, scale, cells
        self.options = list(options)
        # cells: (count, shift) where the program sees floor(count · value + shift) only
        self.when = when  # (other parameter, the values of it that let this one count)

    def count(self):
        """The number of values; 0 for a real parameter."""
        return 0

    def bounds(self):
        return self.low, self.high

    def place(self, value):
        low, high = self.bounds()
        f = log if self.scale == "log" else float
        return min(1.0, max(0.0, (f(value) - f(low)) / (f(high) - f(low))))

    def value(self, coordinate):
        low, high = self.bounds()
        if coordinate <= 0:
            return low
        if coordinate >= 1:
            return high
        if self.scale == "log":
            return min(high, max(low, exp(log(low) + coordinate * (log(high) - log(low)))))
        return low + coordinate * (high - low)

    def from_unit(self, unit):
        """The coordinate that a uniform draw from [0, 1) stands for."""
        return self.place(self.value(unit))

    def middle(self):
        return self.from_unit(0.5)

    def header(self):
        out = {"name": self.name, "kind": self.kind, "low": self.low, "high": self.high, "scale": self.scale}
        if self.cells:
            out["cells"] = {"count": self.cells[0], "shift": self.cells[1]}
        return out | self.condition()

    def condition(self):
        return {"when": {"name": self.when[0], "values": [str(v).lower() if v is True else str(v) for v in self.when[1]]}} if self.when else {}


class Real(Parameter):
    pass


class Integer(Parameter):
    kind = "integer"

    def count(self):
        return self.high - self.low + 1

    def bounds(self):
        return self.low - 0.5, self.high + 0.5

    def value(self, coordinate):
        return int(min(self.high, max(self.low, floor(super().value(coordinate) + 0.5))))


class Choice(Parameter):
    kind = "choice"

    def __init__(self, name, *options, when=None):
        super().__init__(name, options=options, when=when)

    def count(self):
        return len(self.options)

    def place(self, value):
        return self.options.index(value)

    def value(self, coordinate):
        return self.options[int(coordinate)]

    def from_unit(self, unit):
        return min(len(self.options) - 1, int(unit * len(self.options)))

    def middle(self):
        return 0

    def header(self):
        return {"name": self.name, "kind": self.kind, "options": self.options} | self.condition()


class Flag(Choice):
    kind = "flag"

    def __init__(self, name, when=None):
        super().__init__(name, False, True, when=when)

    def header(self):
        return {"name": self.name, "kind": self.kind} | self.condition()


class Space:
    def __init__(self, *parameters):
        self.parameters = parameters
        self.index = {p.name: i for i, p in enumerate(parameters)}

    def __len__(self):
        return len(self.parameters)

    def settle(self, coordinates):
        """The coordinates with a fixed place for every parameter that is ignored."""
        out = list(coordinates)
        for i, p in enumerate(self.parameters):
            if not self.counts(p, out):
                out[i] = p.middle()
        return out

    def counts(self, parameter, coordinates):
        if parameter.when is None:
            return True
        other = self.parameters[self.index[parameter.when[0]]]
        return other.value(coordinates[self.index[other.name]]) in parameter.when[1]

    def from_unit(self, units):
        return self.settle([p.from_unit(u) for p, u in zip(self.parameters, units)])

    def values(self, coordinates):
        return {p.name: p.value(c) for p, c in zip(self.parameters, coordinates)}

    def size(self):
        """The number of configurations; 0 with a real parameter."""
        total = 1
        for p in self.parameters:
            total *= p.count()
        return total

    def header(self):
        return [p.header() for p in self.parameters]


def logreal(name, low, high, when=None):
    return Real(name, low, high, "log", when=when)


def real(name, low, high, when=None):
    return Real(name, low, high, when=when)


def share(name, low, high, of, rounding="down", when=None):
    """A real parameter that the program turns into a whole number of inputs or rows, at least one."""
    return Real(name, low, high, cells=(of, {"down": 0.0, "nearest": 0.5}[rounding]), when=when)


def integer(name, low, high, when=None):
    return Integer(name, low, high, when=when)


def loginteger(name, low, high, when=None):
    return Integer(name, low, high, "log", when=when)


choice = Choice
flag = Flag
