#!/usr/bin/env bash
# Measures the outbox beside db-scheduler on one PostgreSQL in one run, and prints one table.
#
#   bench/outbox.sh [options, such as --only drain,cost,latency,server --rows 30000 --seconds 2 --rounds 3]
#
# PostgreSQL comes with the benchmark. It is started on 127.0.0.1 with fsync and synchronous_commit on and a directory below DATA (or a
# temporary one), and is gone afterwards. The client and the server share the machine.
#
#   DATA=DIR       where PostgreSQL keeps its data: on the disk that is meant
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
jar=$here/bench/target/leat-bench.jar
if [[ ! -f $jar ]]; then
    echo "outbox.sh: $jar is missing: mvn -q -B -pl bench -am package -Dmaven.test.skip" >&2
    exit 2
fi
exec "$("$here/.mvn/find-jdk")/bin/java" -Xmx1g --enable-native-access=ALL-UNNAMED -jar "$jar" outbox ${DATA:+--data "$DATA"} "$@"
