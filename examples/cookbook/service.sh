#!/usr/bin/env bash
# Which flags let a Java service answer most requests a second under load? Memory is limited.
source "$(dirname "$0")/recipe.sh"
need java javac wrk
javac -d "$work" "$here/Service.java"
tune -- "$here/service-trial" "${SECONDS_A_TRIAL:-4}" \
  -XX:+Use'{gc}'GC -Xmx'{heap_mb}'m -Xmn'{young_mb}'m -XX:'{tiered?+:-}'TieredCompilation \
  -XX:CICompilerCount='{tiered?3:2}' -XX:MaxInlineSize='{inline}' -XX:'{touch?+:-}'AlwaysPreTouch \
  -XX:ParallelGCThreads='{gc_threads}' -cp "$work" Service '{threads}'
