"""The whole command line of Leadline: the program `leadline`, or `python -m leadline`."""

from __future__ import annotations

import os
import subprocess
import sys

from .errors import LeadlineError
from .java import command, environment


def main() -> None:
    try:
        line = command(sys.argv[1:])
    except LeadlineError as error:
        sys.exit("leadline: %s" % error)
    if sys.platform == "win32":
        sys.exit(subprocess.call(line, env=environment()))
    os.execve(line[0], line, environment())


if __name__ == "__main__":
    main()
