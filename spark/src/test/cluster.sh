#!/usr/bin/env bash
# One process of a standalone Spark cluster, from Spark's jars alone; it runs in the foreground.
#   cluster.sh HOME master PORT
#   cluster.sh HOME worker PORT CORES    (PORT is the master's)
# HOME is a directory with Spark's jars in HOME/jars.
set -euo pipefail
export SPARK_HOME="$1" SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS="$1/local"
opens=()
for name in java.lang java.lang.invoke java.io java.net java.nio java.util java.util.concurrent java.util.concurrent.atomic \
    jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  opens+=("--add-opens=java.base/$name=ALL-UNNAMED")
done
java=("${JAVA_HOME:+$JAVA_HOME/bin/}java" "${opens[@]}" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$SPARK_HOME/conf:$SPARK_HOME/jars/*")
case "$2" in
  master) exec "${java[@]}" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$3" --webui-port 0 ;;
  worker) exec "${java[@]}" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 --cores "$4" --memory 1g \
    --work-dir "$SPARK_HOME/work" "spark://127.0.0.1:$3" ;;
esac
