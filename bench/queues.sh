#!/usr/bin/env bash
# Measures Leat's queues beside Redis Streams and RabbitMQ in one run, and prints one table.
#
#   bench/queues.sh [options of "leat bench queues", such as --seconds 2 --rounds 3 --backlog 1000000]
#
# Leat is that of this checkout, as ./leat serves it. Redis and RabbitMQ are those of the distribution; they are installed by name
# if they are missing and this is root. All are started on 127.0.0.1, with directories below DATA (or a temporary one) that are
# removed afterwards, and the others as durable as Leat: Redis syncs before every answer, RabbitMQ confirms messages of durable
# queues. What was started here is stopped by its process id.
#
#   DATA=DIR       where all of them keep their data: on the disk that is meant
#   PEERS="…"      which of redis, rabbitmq and quorum (RabbitMQ with quorum queues) to measure beside; all of them if not given
#   UNDER="…"      what all of them are started with, such as "chrt --batch 0"; the generator is not
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
jar=$here/bench/target/leat-bench.jar
peers=${PEERS-redis rabbitmq quorum}
read -ra under <<<"${UNDER-}"
work=$(mktemp -d "${DATA:-${TMPDIR:-/tmp}}/leat-queues.XXXXXX")
started=()
urls=()

say() { echo "queues.sh: $*" >&2; }

stop() {
    local i pid
    for ((i = ${#started[@]} - 1; i >= 0; i--)); do
        pid=${started[i]}
        kill "$pid" 2>/dev/null || continue
        for _ in {1..100}; do
            kill -0 "$pid" 2>/dev/null || continue 2
            sleep 0.1
        done
        kill -9 "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap stop EXIT

wanted() { [[ " $peers " == *" $1 "* ]]; }

# Whether a program is there, after an attempt to install its package.
have() {
    local program=$1 package=$2
    if [[ ! -x $program && $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        say "installing $package"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" >"$work/apt.log" 2>&1 ||
            { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package"; } \
                >"$work/apt.log" 2>&1 || true
    fi
    if [[ ! -x $program ]]; then
        say "SKIPPED: $package is not installed and could not be installed"
        return 1
    fi
}

free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 12000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}

# Waits until somebody listens; fails when the process has ended instead.
await() {
    local port=$1 pid=$2
    for _ in {1..600}; do
        if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            return 0
        fi
        kill -0 "$pid" 2>/dev/null || return 1
        sleep 0.1
    done
    return 1
}

start_leat() {
    local port
    port=$(free_port)
    "$here/leat" --version >/dev/null # builds it if that is needed
    "${under[@]}" "$here/leat" serve --data "$work/leat" --port "$port" >"$work/leat.log" 2>&1 &
    started+=($!)
    if ! await "$port" $!; then
        say "leat did not start"
        cat "$work/leat.log" >&2
        exit 2
    fi
    urls+=("leat=http://127.0.0.1:$port/v1/queues")
}

start_redis() {
    local port
    port=$(free_port)
    mkdir "$work/redis"
    "${under[@]}" redis-server --bind 127.0.0.1 --port "$port" --dir "$work/redis" --save "" \
        --appendonly yes --appendfsync always >"$work/redis.log" 2>&1 &
    started+=($!)
    if await "$port" $!; then
        urls+=("redis=redis://127.0.0.1:$port")
    else
        say "SKIPPED: redis-server did not start"
        cat "$work/redis.log" >&2
    fi
}

# Not by the package's wrapper, which changes to another user and forgets the environment. With a port mapper of its own, so
# that nothing stays behind.
start_rabbitmq() {
    local port epmd
    port=$(free_port)
    epmd=$(free_port)
    mkdir "$work/rabbitmq"
    echo "listeners.tcp.1 = 127.0.0.1:$port" >"$work/rabbitmq/rabbitmq.conf"
    : >"$work/rabbitmq/plugins"
    env ERL_EPMD_ADDRESS=127.0.0.1 epmd -port "$epmd" >"$work/epmd.log" 2>&1 &
    started+=($!)
    env HOME="$work/rabbitmq" ERL_EPMD_PORT="$epmd" ERL_EPMD_ADDRESS=127.0.0.1 \
        RABBITMQ_NODENAME="leat-bench-$$@localhost" RABBITMQ_DIST_PORT="$(free_port)" \
        RABBITMQ_CONFIG_FILE="$work/rabbitmq/rabbitmq.conf" RABBITMQ_CONF_ENV_FILE=/dev/null \
        RABBITMQ_ENABLED_PLUGINS_FILE="$work/rabbitmq/plugins" RABBITMQ_MNESIA_BASE="$work/rabbitmq/mnesia" \
        RABBITMQ_LOG_BASE="$work/rabbitmq/log" RABBITMQ_PID_FILE="$work/rabbitmq/pid" \
        "${under[@]}" /usr/lib/rabbitmq/bin/rabbitmq-server >"$work/rabbitmq.log" 2>&1 &
    started+=($!)
    if await "$port" $!; then
        [[ -s $work/rabbitmq/pid ]] && started+=("$(cat "$work/rabbitmq/pid")")
        wanted rabbitmq && urls+=("rabbitmq=amqp://guest:guest@127.0.0.1:$port")
        wanted quorum && urls+=("quorum=amqp://guest:guest@127.0.0.1:$port/?type=quorum")
        return 0
    fi
    say "SKIPPED: rabbitmq-server did not start"
    cat "$work/rabbitmq.log" >&2
}

java=$("$here/.mvn/find-jdk")/bin/java
if [[ ! -f $jar ]]; then
    say "$jar is missing: mvn -q -B -pl bench -am package -Dmaven.test.skip"
    exit 2
fi
start_leat
if wanted redis && have /usr/bin/redis-server redis-server; then
    start_redis
fi
if (wanted rabbitmq || wanted quorum) && have /usr/lib/rabbitmq/bin/rabbitmq-server rabbitmq-server; then
    start_rabbitmq
fi
say "${UNDER:+$UNDER: }${urls[*]}"
"$java" --enable-native-access=ALL-UNNAMED -jar "$jar" queues --data "$work" "$@" "${urls[@]}"
