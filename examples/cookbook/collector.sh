#!/usr/bin/env bash
# G1 or ZGC, with which settings of their own, for the shortest pauses of a program within 400 MB?
source "$(dirname "$0")/recipe.sh"
need java javac
javac -d "$work" "$here/Cache.java"
tune -- java -Xms'{heap_mb}'m -Xmx'{heap_mb}'m -XX:+Use'{gc}'GC -XX:MaxGCPauseMillis='{pause_ms}' \
  -XX:G1HeapRegionSize='{region_mb}'m -XX:InitiatingHeapOccupancyPercent='{begin}' -XX:ConcGCThreads='{concurrent}' \
  -XX:ZAllocationSpikeTolerance='{spikes}' -cp "$work" Cache "${ROUNDS:-3000}"
