#!/usr/bin/env bash
# A simulation in Java, tuned through the library on two threads.
source "$(dirname "$0")/recipe.sh"
need java
exec java -cp "${LEADLINE_CLASS_PATH:-$here/../../app/target/leadline.jar}" "$here/Stock.java" "${TRIALS:-40}"
