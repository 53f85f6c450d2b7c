#!/usr/bin/env bash
# How large a buffer reads a file fastest? A JMH benchmark, every trial a fork; JMH's own error is kept beside each score.
source "$(dirname "$0")/recipe.sh"
need java javac jar mvn
if [[ ! -f "$work/copy.jar" ]]; then
  mvn -q -B -f "$here/jmh-pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DoutputDirectory="$work/lib" > /dev/null
  javac -cp "$work/lib/*" -d "$work/classes" "$here/CopyBenchmark.java"
  printf 'Main-Class: org.openjdk.jmh.Main\nClass-Path: %s\n' "$(cd "$work" && echo lib/*.jar)" |
    fold -w 70 | sed '2,$s/^\([^MC]\)/ \1/' > "$work/manifest"
  jar cfm "$work/copy.jar" "$work/manifest" -C "$work/classes" .
fi
tune --jmh "$work/copy.jar" -- CopyBenchmark.read -wi 2 -i 3 -w 300ms -r 300ms -jvmArgs '-Xmx256m -XX:+Use{gc}GC'
