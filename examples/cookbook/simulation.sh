#!/usr/bin/env bash
# A simulation in Java, tuned through the library on two threads. With Maven the library is the dependency leadline-core.
source "$(dirname "$0")/recipe.sh"
need java
if [[ -z "${LEADLINE_CLASS_PATH:-}" ]]; then
  "$leadline" --version > /dev/null # builds what is not built
  LEADLINE_CLASS_PATH="$(< "$here/../../app/target/classpath")"
fi
exec java -cp "$LEADLINE_CLASS_PATH" "$here/Stock.java" "${TRIALS:-40}"
