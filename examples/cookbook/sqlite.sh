#!/usr/bin/env bash
# Which pragmas make a SQLite file fast that is written in small transactions? A crash of the program loses nothing with any of them.
source "$(dirname "$0")/recipe.sh"
need python3
tune -- python3 "$here/sqlite-trial.py" "$work" "${ROWS:-3000}"
